package dev.kith.data.read;

import dev.kith.data.DataException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Parameters as one line of text, the same for equal values, and back. Content of files starts with a word that says what
 * it is ({@code edges:}, {@code pairs:}, {@code newick:}, {@code sha256:}), so that it is not taken for the name of one.
 */
public final class Texts {
    public static final String EDGES = "edges:";
    public static final String PAIRS = "pairs:";
    public static final String NEWICK = "newick:";
    public static final String SHA256 = "sha256:";

    private Texts() {}

    /** The shortest text that reads as this number again, whole numbers without a point: {@code 1}, {@code 0.3}. */
    public static String number(double value) {
        boolean whole = Double.compare((double) (long) value, value) == 0;
        return whole ? Long.toString((long) value) : Double.toString(value);
    }

    /** Pairs of names, sorted by the first: {@code pairs:a,north;b,south}. */
    public static String pairs(Map<String, String> pairs) {
        List<List<String>> records = new ArrayList<>();
        new TreeMap<>(pairs).forEach((first, second) -> records.add(List.of(first, second)));
        return PAIRS + records(records);
    }

    /** The pairs behind such a text. */
    public static Map<String, String> parsePairs(String text) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (List<String> record : parseRecords(content(PAIRS, text))) {
            if (record.size() != 2) {
                throw new DataException("a pair must have two names, got " + record);
            }
            pairs.put(record.get(0), record.get(1));
        }
        return pairs;
    }

    /** What follows the word that says what the text is. */
    public static String content(String kind, String text) {
        if (!text.startsWith(kind)) {
            throw new DataException("must start with '" + kind + "', got '" + text + "'");
        }
        return text.substring(kind.length());
    }

    /** Fields separated by commas, records by semicolons; a field with one of these or a quote is in double quotes. */
    public static String records(List<List<String>> records) {
        StringBuilder text = new StringBuilder();
        for (List<String> record : records) {
            text.append(text.length() == 0 ? "" : ";");
            for (int k = 0; k < record.size(); k++) {
                text.append(k == 0 ? "" : ",").append(field(record.get(k)));
            }
        }
        return text.toString();
    }

    private static String field(String name) {
        boolean plain = name.chars().noneMatch(c -> c == ',' || c == ';' || c == '"');
        return plain ? name : '"' + name.replace("\"", "\"\"") + '"';
    }

    public static List<List<String>> parseRecords(String text) {
        List<List<String>> records = new ArrayList<>();
        List<String> record = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"' && quoted && at + 1 < text.length() && text.charAt(at + 1) == '"') {
                field.append(c);
                at++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == ',' || c == ';')) {
                record.add(take(field));
                if (c == ';') {
                    records.add(List.copyOf(record));
                    record.clear();
                }
            } else {
                field.append(c);
            }
        }
        if (quoted) {
            throw new DataException("unclosed quote in '" + text + "'");
        }
        if (!text.isEmpty()) {
            record.add(take(field));
            records.add(List.copyOf(record));
        }
        return records;
    }

    private static String take(StringBuilder field) {
        String taken = field.toString();
        field.setLength(0);
        return taken;
    }

    /** A digest of named columns of numbers, whatever the order of the columns; for content too long to be written out. */
    public static String digest(Map<String, double[]> columns) {
        MessageDigest digest = sha256();
        new TreeMap<>(columns).forEach((name, values) -> {
            byte[] text = name.getBytes(StandardCharsets.UTF_8);
            ByteBuffer buffer = ByteBuffer.allocate(8 + text.length + 8 * values.length);
            buffer.putInt(text.length).put(text).putInt(values.length);
            for (double value : values) {
                buffer.putDouble(value);
            }
            digest.update(buffer.array());
        });
        return SHA256 + HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
