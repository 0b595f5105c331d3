package dev.kith.data.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines are what a plain loop over all bytes finds, however many bytes each read of the stream returns. */
class ByteLinesTest {
    private static final int LONGEST = 200_000;

    /** A stream whose reads return at most {@code piece} bytes. */
    private static InputStream pieces(byte[] bytes, int piece) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(piece, length));
            }
        };
    }

    private static List<String> lines(byte[] bytes, int piece) {
        List<String> found = new ArrayList<>();
        try (ByteLines lines = new ByteLines("f", pieces(bytes, piece), LONGEST)) {
            while (lines.next()) {
                assertThat(lines.line()).isEqualTo(found.size() + 1);
                assertThat(LibsvmEntries.isBlank(lines.bytes()[lines.to()])).isTrue();
                found.add(new String(lines.bytes(), lines.from(), lines.to() - lines.from(), StandardCharsets.UTF_8));
            }
            assertThat(lines.next()).as("nothing after the end").isFalse();
        }
        return found;
    }

    /** Split at LF, CR LF and CR; what follows the last break is a line unless it is empty. */
    private static List<String> plain(String text) {
        List<String> found = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n' && i > 0 && text.charAt(i - 1) == '\r') {
                continue;
            }
            if (c == '\n' || c == '\r') {
                found.add(line.toString());
                line.setLength(0);
            } else {
                line.append(c);
            }
        }
        if (line.length() > 0) {
            found.add(line.toString());
        }
        return found;
    }

    private static String random(long seed, int length) {
        SplittableRandom random = new SplittableRandom(seed);
        String characters = "abcdefghijklmnopqrstuvwxyz 0123456789:\t\u0001\u000e\u00e4\u4e2d\n\n\r\r";
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            int kind = random.nextInt(8);
            text.append(kind == 0 ? "\r\n" : kind == 1 ? "a plain and longer part" : "");
            text.append(characters.charAt(random.nextInt(characters.length())));
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 9, 1000})
    void linesAreThoseOfAPlainLoop(int piece) {
        for (int seed = 1; seed <= 60; seed++) {
            String text = random(seed, seed * 3);
            assertThat(lines(text.getBytes(StandardCharsets.UTF_8), piece)).isEqualTo(plain(text));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 1000})
    void aMarkAtTheStartIsSkippedAndOnlyThere(int piece) {
        assertThat(lines("\ufeffa\n\ufeffb".getBytes(StandardCharsets.UTF_8), piece))
                .containsExactly("a", "\ufeffb");
        assertThat(lines("\ufeff".getBytes(StandardCharsets.UTF_8), piece)).isEmpty();
        assertThat(lines("ab".getBytes(StandardCharsets.UTF_8), piece)).containsExactly("ab");
        assertThat(lines("\u00efbc\n".getBytes(StandardCharsets.UTF_8), piece)).containsExactly("\u00efbc");
        // EF BB and EF with other bytes after them are characters of their own
        assertThat(lines("\ufec0x\n".getBytes(StandardCharsets.UTF_8), piece)).containsExactly("\ufec0x");
        assertThat(lines("\uf8ffx\n".getBytes(StandardCharsets.UTF_8), piece)).containsExactly("\uf8ffx");
    }

    /** Longer than the array to begin with, so that it grows, with short lines around. */
    @ParameterizedTest
    @ValueSource(ints = {5000, 1 << 20})
    void longLinesStayWhole(int piece) {
        String text =
                "first\n" + random(4, 40_000) + "\n" + "a".repeat(70_000) + "\r\n" + "b".repeat(150_000) + "\nlast";
        assertThat(lines(text.getBytes(StandardCharsets.UTF_8), piece)).isEqualTo(plain(text));
    }

    @Test
    void aLineOfTheLargestLengthIsReadAndALongerOneRefused() {
        byte[] bytes = ("a\n" + "b".repeat(20) + "\nc").getBytes(StandardCharsets.UTF_8);
        for (int piece : new int[] {1, 1000}) {
            ByteLines fits = new ByteLines("f", pieces(bytes, piece), 20);
            for (int line = 0; line < 3; line++) {
                assertThat(fits.next()).isTrue();
            }
            ByteLines refuses = new ByteLines("f", pieces(bytes, piece), 19);
            assertThat(refuses.next()).isTrue();
            assertThatThrownBy(refuses::next)
                    .isInstanceOf(DataException.class)
                    .hasMessage("f:2: a line must have at most 19 bytes, this one has more");
        }
    }

    /** A line without end is refused as soon as it is too long, not when memory is full. */
    @Test
    void anEndlessLineIsRefusedEarly() {
        InputStream endless = new InputStream() {
            private int given;

            @Override
            public int read() {
                return 'a';
            }

            @Override
            public int read(byte[] to, int offset, int length) {
                given += length;
                assertThat(given).isLessThan(1 << 20);
                java.util.Arrays.fill(to, offset, offset + length, (byte) 'a');
                return length;
            }
        };
        assertThatThrownBy(() -> new ByteLines("f", endless, 1000).next())
                .hasMessage("f:1: a line must have at most 1000 bytes, this one has more");
    }

    /** A byte that is not text, at any place among eight and in any line, is found and its line named. */
    @Test
    void whatIsNotTextIsFoundWhereverItStands() {
        for (int at = 0; at < 40; at++) {
            byte[] bytes = ("0123456789\n" + "x".repeat(45) + "\n").getBytes(StandardCharsets.UTF_8);
            bytes[11 + at] = (byte) 0xff;
            ByteLines lines = new ByteLines("f", pieces(bytes, 1000), LONGEST);
            assertThat(lines.next()).isTrue();
            assertThatThrownBy(lines::next).as("at " + at).hasMessage("f:2: not UTF-8 text (byte 0xff)");
        }
    }

    @Test
    void closingClosesTheStreamAndFailuresNameTheFile() {
        boolean[] closed = {false};
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("torn");
            }

            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
                throw new IOException("torn");
            }

            @Override
            public void close() {
                closed[0] = true;
            }
        };
        try (ByteLines lines = new ByteLines("some file", broken, 10)) {
            assertThatThrownBy(lines::next).isInstanceOf(DataException.class).hasMessageContaining("some file");
        }
        assertThat(closed[0]).isTrue();
    }
}
