package dev.kith.data.read;

import dev.kith.data.DataException;
import dev.kith.data.Names;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a LIBSVM file: {@code label qid:TASK index:value ...}. The label may be left out (then the row has none);
 * indices ascend from 1, feature i is called {@code xi}; a word that begins with # starts a comment. When no row names
 * its task, there is one task.
 */
public final class LibsvmRows implements RowStream {
    private static final String ONE_TASK = "task";
    private static final String TASK_PREFIX = "qid:";

    private final String name;
    private final ByteLines lines;
    private final TaskNames tasks;
    private final Labels labels = new Labels();
    private final NumberedFeatures features;
    private int task = -1;
    private @Nullable Boolean named;
    private double label;
    private final LibsvmEntries entries;
    private char[] word = new char[64];
    private int length;
    private int from;
    private int to;

    public LibsvmRows(String name, InputStream in, Roles roles) {
        this.name = name;
        this.lines = new ByteLines(name, in, Utf8Reader.MAX_LINE);
        for (Roles.Part part : roles.parts().keySet()) {
            if (part != Roles.Part.FEATURE) {
                throw new DataException(
                        name + ": a LIBSVM file has task, label and features in place, " + part + " has no meaning");
            }
        }
        this.tasks = new TaskNames(roles);
        this.features = new NumberedFeatures(name, roles.columns(Roles.Part.FEATURE));
        this.entries = new LibsvmEntries(features);
    }

    @Override
    public boolean next() {
        do {
            if (!lines.next()) {
                return false;
            }
            readWord(lines.from());
        } while (length == 0);
        task = -1;
        readLabel();
        readTask();
        int bad = entries.read(lines.bytes(), from, lines.to());
        if (bad >= 0) {
            readWord(bad);
            throw badEntry();
        }
        return true;
    }

    /** Goes to the first word from {@code start} on; it is empty at the end of the line and before a comment. */
    private void readWord(int start) {
        byte[] text = lines.bytes();
        from = start;
        while (from < lines.to() && LibsvmEntries.isBlank(text[from])) {
            from++;
        }
        to = from;
        boolean ascii = true;
        while (to < lines.to() && text[from] != '#' && !LibsvmEntries.isBlank(text[to])) {
            ascii &= text[to++] >= 0;
        }
        length = to - from;
        if (length > word.length) {
            word = new char[2 * length];
        }
        for (int k = 0; k < length; k++) {
            word[k] = (char) text[from + k];
        }
        if (!ascii) {
            String decoded = new String(text, from, length, StandardCharsets.UTF_8);
            length = decoded.length();
            decoded.getChars(0, length, word, 0);
        }
    }

    private void readLabel() {
        label = Double.NaN;
        if (colon() == length) {
            label = labels.read(word, 0, length);
            if (Double.isNaN(label)) {
                throw wrong("label: ", labels.rule(word(), Numbers.rule(word())));
            }
            readWord(to);
        }
    }

    private void readTask() {
        boolean names = startsWith(TASK_PREFIX);
        if (named != null && named != names) {
            throw new DataException(
                    where() + "either every row names its task (qid:TASK) or none does, the rows before "
                            + (names ? "do not" : "do"));
        }
        named = names;
        if (!names) {
            task = tasks.only(ONE_TASK);
            if (task < 0) {
                throw new DataException(where() + "qid:TASK is needed, there are "
                        + tasks.names().size() + " tasks");
            }
            return;
        }
        if (length == TASK_PREFIX.length()) {
            throw wrong("", "is blank, the name of a task is needed");
        }
        task = tasks.number(word, TASK_PREFIX.length(), length);
        if (task < 0) {
            String unknown = word().substring(TASK_PREFIX.length());
            throw new DataException(where() + Names.unknown("task", unknown, tasks.names()));
        }
        readWord(to);
    }

    /** What is wrong with the word as an entry. */
    private DataException badEntry() {
        int colon = colon();
        int number = 0;
        for (int k = 0; k < colon; k++) {
            int digit = word[k] - '0';
            boolean fits = digit >= 0 && digit <= 9 && number <= NumberedFeatures.MAX;
            number = fits ? 10 * number + digit : NumberedFeatures.MAX + 1;
        }
        if (colon == length || number < 1 || number > NumberedFeatures.MAX) {
            return wrong("", "must be index:value with an index from 1 to " + NumberedFeatures.MAX);
        }
        if (number <= entries.last()) {
            return wrong("", "has an index that does not ascend, " + entries.last() + " came before");
        }
        return wrong("", Numbers.rule(new String(word, colon + 1, length - colon - 1)));
    }

    /** Where the first colon of the word stands, its length when it has none. */
    private int colon() {
        int k = 0;
        while (k < length && word[k] != ':') {
            k++;
        }
        return k;
    }

    private boolean startsWith(String start) {
        boolean same = length >= start.length();
        for (int k = 0; same && k < start.length(); k++) {
            same = word[k] == start.charAt(k);
        }
        return same;
    }

    private String word() {
        return new String(word, 0, length);
    }

    private DataException wrong(String what, String rule) {
        String of = task >= 0 ? " (task '" + tasks.name(task) + "')" : "";
        return new DataException(where() + what + Messages.quote(word()) + " " + rule + of);
    }

    private String where() {
        return name + ":" + lines.line() + ": ";
    }

    @Override
    public long line() {
        return lines.line();
    }

    @Override
    public int task() {
        return task;
    }

    @Override
    public int labels() {
        return !Double.isNaN(label) ? 1 : 0;
    }

    @Override
    public int labelTask(int k) {
        return task;
    }

    @Override
    public double label(int k) {
        return label;
    }

    @Override
    public double weight() {
        return 1;
    }

    @Override
    public int size() {
        return entries.size();
    }

    @Override
    public int index(int k) {
        return entries.index(k);
    }

    @Override
    public double value(int k) {
        return entries.value(k);
    }

    @Override
    public String text() {
        throw new IllegalStateException("a LIBSVM file has no strings");
    }

    @Override
    public String id(int k) {
        throw new IndexOutOfBoundsException("a LIBSVM file has no id columns, asked for " + k);
    }

    @Override
    public long ignored() {
        return entries.ignored();
    }

    @Override
    public List<String> tasks() {
        return tasks.names();
    }

    @Override
    public List<String> features() {
        return features.names();
    }

    @Override
    public boolean numbered() {
        return true;
    }

    @Override
    public List<String> classes() {
        return labels.classes();
    }

    @Override
    public void close() {
        lines.close();
    }
}
