package dev.kith.data.read.csv;

import dev.kith.data.DataException;
import dev.kith.data.read.Messages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Text of any encoding as the bytes of UTF-8, so that what follows knows one encoding. A byte order mark is taken away. */
final class Encoded {
    private final InputStream utf8;
    private final Charset charset;

    private Encoded(InputStream utf8, Charset charset) {
        this.utf8 = utf8;
        this.charset = charset;
    }

    /**
     * The text behind {@code in}.
     *
     * @param said the encoding, where one is said; else UTF-8 or what a byte order mark says
     * @throws DataException if a byte order mark says another encoding
     */
    static Encoded of(String name, InputStream in, Optional<Charset> said) {
        try {
            byte[] start = in.readNBytes(3);
            Optional<Charset> marked = marked(start);
            if (said.isPresent() && marked.isPresent() && !said.get().equals(marked.get()) && !wide(said.get())) {
                throw new DataException(name + ": begins with the byte order mark of " + marked.get() + ", the encoding"
                        + " was said to be " + said.get());
            }
            int mark = marked.isEmpty() ? 0 : marked.get().equals(StandardCharsets.UTF_8) ? 3 : 2;
            InputStream rest = new Replayed(start, mark, in);
            Charset charset = marked.or(() -> said).orElse(StandardCharsets.UTF_8);
            boolean same = charset.equals(StandardCharsets.UTF_8) || charset.equals(StandardCharsets.US_ASCII);
            return new Encoded(same ? rest : new Transcoded(name, rest, charset), charset);
        } catch (IOException e) {
            throw Messages.unreadable(name, e);
        }
    }

    /** UTF-16 says itself by a mark which of two it is. */
    private static boolean wide(Charset said) {
        return said.equals(StandardCharsets.UTF_16);
    }

    private static Optional<Charset> marked(byte[] start) {
        if (start.length >= 3 && start[0] == (byte) 0xef && start[1] == (byte) 0xbb && start[2] == (byte) 0xbf) {
            return Optional.of(StandardCharsets.UTF_8);
        }
        if (start.length >= 2 && start[0] == (byte) 0xfe && start[1] == (byte) 0xff) {
            return Optional.of(StandardCharsets.UTF_16BE);
        }
        boolean little = start.length >= 2 && start[0] == (byte) 0xff && start[1] == (byte) 0xfe;
        return little ? Optional.of(StandardCharsets.UTF_16LE) : Optional.empty();
    }

    InputStream utf8() {
        return utf8;
    }

    Charset charset() {
        return charset;
    }

    /** Decodes strictly, encodes again. */
    private static final class Transcoded extends InputStream {
        private final String name;
        private final InputStream in;
        private final Charset charset;
        private final CharsetDecoder decoder;
        private final ByteBuffer bytes = ByteBuffer.allocate(1 << 15).flip();
        private final CharBuffer chars = CharBuffer.allocate(1 << 15);
        private byte[] ready = new byte[0];
        private int at;
        private boolean ended;
        private boolean done;
        private long line = 1;

        Transcoded(String name, InputStream in, Charset charset) {
            this.name = name;
            this.in = in;
            this.charset = charset;
            this.decoder = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            while (at == ready.length) {
                if (done) {
                    return -1;
                }
                more();
            }
            int count = Math.min(length, ready.length - at);
            System.arraycopy(ready, at, to, offset, count);
            at += count;
            return count;
        }

        private void more() throws IOException {
            if (!ended) {
                bytes.compact();
                int count = in.read(bytes.array(), bytes.position(), bytes.remaining());
                ended = count < 0;
                bytes.position(bytes.position() + Math.max(0, count)).flip();
            }
            // Half of a pair of surrogates waits in chars for the other.
            CoderResult result = decoder.decode(bytes, chars, ended);
            int used = chars.position();
            boolean half = used > 0 && !ended && Character.isHighSurrogate(chars.get(used - 1));
            String text = new String(chars.array(), 0, half ? used - 1 : used);
            char last = half ? chars.get(used - 1) : 0;
            chars.clear();
            if (half) {
                chars.put(last);
            }
            line += text.chars().filter(c -> c == '\n').count();
            if (result.isError()) {
                throw new DataException(name + ":" + line + ": not " + charset + " text (byte 0x"
                        + Integer.toHexString(bytes.get(bytes.position()) & 0xff) + "); --encoding names another");
            }
            ready = text.getBytes(StandardCharsets.UTF_8);
            at = 0;
            done = ended && !result.isOverflow();
        }

        @Override
        public int available() throws IOException {
            return at < ready.length ? ready.length - at : in.available() > 1 ? 1 : 0;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
