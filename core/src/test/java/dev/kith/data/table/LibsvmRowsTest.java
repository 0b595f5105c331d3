package dev.kith.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.checks.Attack;
import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.read.NumberedFeatures;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The reader of bytes against one of a few lines that cuts Strings to pieces. */
class LibsvmRowsTest {
    private static final String REFUSED = "refused";
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");
    private static final String[] NUMBERS = {
        "1",
        "-1",
        "0",
        "-0",
        "+3",
        "7.",
        ".5",
        "-.25",
        "0.1",
        "123456789012345678",
        "9007199254740993",
        "1e5",
        "2E-3",
        "1e400",
        "0.1234567890123456789",
        "000000000000000000000000001",
        "4503599627370497.5",
        "-",
        ".",
        "",
        "+",
        "1e",
        "0x1",
        "NaN",
        "1.2.3",
        "17.25",
        "0.000001",
        "1:1",
        "\u00bd",
        "5e-324",
        "99999999999999999999",
        "1.0000000000000000"
    };
    private static final String[] BLANKS = {" ", "  ", "\t", " \t "};
    private static final String[] ENDS = {"\n", "\r\n", "\r", "\n\n", "\n\r\n", " \n", " # note \u00fc 3:x\n", "\n#\n"};
    private static final String[] TASKS = {"qid:a", "qid:b", "qid:t\u00fcr", "qid:7", "qid:x:y#z"};

    /** Everything read of a stream as text, and last the line it was refused at. */
    private static List<String> read(InputStream in) {
        List<String> found = new ArrayList<>();
        try (RowStream rows = Tables.stream("f", in, Format.LIBSVM, Roles.none())) {
            while (rows.next()) {
                StringBuilder row =
                        new StringBuilder(rows.line() + " " + rows.tasks().get(rows.task()));
                for (int k = 0; k < rows.labels(); k++) {
                    row.append(" y").append(bits(rows.label(k)));
                }
                for (int k = 0; k < rows.size(); k++) {
                    row.append(' ').append(rows.index(k)).append(':').append(bits(rows.value(k)));
                }
                found.add(row.toString());
            }
        } catch (DataException e) {
            found.add("refused at " + String.valueOf(e.getMessage()).split(":", 3)[1]);
        }
        return found;
    }

    private static String bits(double value) {
        return Long.toHexString(Double.doubleToLongBits(value));
    }

    private static List<String> readPlainly(byte[] bytes) throws CharacterCodingException {
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
        String[] lines = (text.startsWith("\uFEFF") ? text.substring(1) : text).split("\r\n|\n|\r", -1);
        List<String> found = new ArrayList<>();
        for (int n = 0; n < lines.length; n++) {
            String line = lines[n].replaceFirst("(^|[\\x00-\\x20])#.*", "").replaceAll("[\\x00-\\x20]+", " ");
            if (!line.isBlank()) {
                String row = row(line.strip().split(" "));
                found.add(row.equals(REFUSED) ? "refused at " + (n + 1) : (n + 1) + " " + row);
                if (row.equals(REFUSED)) {
                    break;
                }
            }
        }
        return found;
    }

    private static String row(String[] words) {
        String label = words[0].contains(":") ? "" : words[0];
        int at = label.isEmpty() ? 0 : 1;
        if ((!label.isEmpty() && !isNumber(label)) || at == words.length || words[at].equals("qid:")) {
            return REFUSED;
        }
        StringBuilder row = new StringBuilder(words[at].substring(4));
        row.append(label.isEmpty() ? "" : " y" + bits(Double.parseDouble(label)));
        int last = 0;
        for (int k = at + 1; k < words.length; k++) {
            String[] parts = words[k].split(":", 2);
            if (parts.length < 2 || !parts[0].matches("0*[1-9]\\d{0,7}") || !isNumber(parts[1])) {
                return REFUSED;
            }
            int number = Integer.parseInt(parts[0]);
            if (number <= last || number > NumberedFeatures.MAX) {
                return REFUSED;
            }
            last = number;
            double value = Double.parseDouble(parts[1]);
            row.append(value == 0 ? "" : " " + (number - 1) + ":" + bits(value));
        }
        return row.toString();
    }

    private static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches() && Double.isFinite(Double.parseDouble(text));
    }

    private static <T> T any(T[] of, Random random) {
        return of[random.nextInt(of.length)];
    }

    /** Rows with a task each; a good share of the files breaks no rule, the others break one somewhere. */
    private static String file(Random random) {
        StringBuilder text = new StringBuilder(random.nextInt(10) == 0 ? "\uFEFF" : "");
        boolean sound = random.nextBoolean();
        for (int n = random.nextInt(8); n >= 0; n--) {
            String label = random.nextInt(6) == 0 ? "" : random.nextBoolean() ? "1" : "-1";
            text.append(label)
                    .append(label.isEmpty() ? "" : any(BLANKS, random))
                    .append(any(TASKS, random));
            int index = 0;
            for (int k = random.nextInt(6); k > 0; k--) {
                index += sound || random.nextInt(20) > 0 ? 1 + random.nextInt(random.nextBoolean() ? 9 : 5000) : 0;
                String number = any(NUMBERS, random);
                text.append(any(BLANKS, random))
                        .append(random.nextInt(9) == 0 ? "0" : "")
                        .append(index);
                text.append(':').append(sound && !isNumber(number) ? "2.5" : number);
            }
            text.append(any(ENDS, random));
        }
        return text.toString();
    }

    /** Hands out a few bytes at a time, so that every place of the text is the end of a reading once. */
    private static InputStream trickle(byte[] bytes, Random random) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, 1 + random.nextInt(7)));
            }
        };
    }

    @Tag(Attack.FUZZ)
    @Test
    void bytesAreReadAsStringsAre() throws IOException {
        long seed = 77;
        Random random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < Attack.rounds(3_000); i++) {
            String text = file(random);
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            List<String> expected = readPlainly(bytes);
            List<String> found = read(random.nextBoolean() ? new ByteArrayInputStream(bytes) : trickle(bytes, random));
            assertThat(found).as("seed %d, file %d: %s", seed, i, text).isEqualTo(expected);
            refused += !found.isEmpty() && found.get(found.size() - 1).startsWith("refused") ? 1 : 0;
        }
        assertThat(refused).as("refused, seed %d", seed).isBetween(Attack.rounds(300), Attack.rounds(2_400));
        Attack.report("LIBSVM", "files beside a plain reader, " + refused + " of them refused", Attack.rounds(3_000));
    }

    @Tag(Attack.FUZZ)
    @Test
    void valuesHaveTheBitsOfParseDouble() throws IOException {
        Random random = new Random(20261116);
        StringBuilder text = new StringBuilder("1 qid:a");
        for (int k = 1; k <= 200_000; k++) {
            double any = random.nextGaussian() * Math.pow(10, random.nextInt(9) - 4);
            String number = switch (random.nextInt(4)) {
                case 0 -> Double.toString(any);
                case 1 -> Float.toString((float) any);
                case 2 -> Long.toString(random.nextLong() >> random.nextInt(64));
                default ->
                    java.math.BigDecimal.valueOf(random.nextLong() >> random.nextInt(64), random.nextInt(25))
                            .toPlainString();
            };
            text.append(' ').append(k).append(':').append(number);
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        // one line far longer than the buffer, so that this also grows it
        assertThat(read(new ByteArrayInputStream(bytes))).isEqualTo(readPlainly(bytes));
    }

    @Test
    void aLineIsRefusedAloneWhenItIsNotText() {
        byte[] bytes = "1 qid:a 1:2\n1 qid:\u00fc 1:2\n1 qid:a 1:2 # x\n".getBytes(StandardCharsets.UTF_8);
        bytes[bytes.length - 2] = (byte) 0xC3;
        assertThat(read(new ByteArrayInputStream(bytes))).hasSize(3).last().isEqualTo("refused at 3");
    }

    @Test
    void aFeatureNumberThatTakesMoreThanTheMemoryIsRefusedBeforeItIsTaken() {
        String text = "1 qid:a 1:1 16777216:1\n-1 qid:b 2:1\n";
        Roles roles = Roles.none();
        try (RowStream rows = Tables.stream(
                "f", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), Format.LIBSVM, roles)) {
            InputsBuilder.Sparse inputs = new InputsBuilder.Sparse("f", rows);
            while (rows.next()) {
                inputs.add();
            }
            assertThatThrownBy(() -> inputs.requireMemory(rows.features().size(), new int[] {0, 16777215, 1}, 1L << 30))
                    .isInstanceOf(DataException.class)
                    .hasMessage("f: features 1 to 16777216 need at least 1792 MB of memory (names, scaling, one task's"
                            + " weights), Java may use 1024 MB; 3 of them occur: number those from 1 without gaps, choose"
                            + " some (--features), hash them (kith stream --hash), or start Java with a larger -Xmx");
        }
    }
}
