package dev.kith.data;

import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a LIBSVM file: {@code label qid:TASK index:value ...}. The label may be left out (then the row has none);
 * indices ascend from 1, feature i is called {@code xi}; a word that begins with # starts a comment. When no row names
 * its task, there is one task.
 */
final class LibsvmRows implements RowStream {
    private static final String ONE_TASK = "task";
    private static final String TASK_PREFIX = "qid:";

    private final String name;
    private final WordLines lines;
    private final TaskNames tasks;
    private final Labels labels = new Labels();
    private final NumberedFeatures features;
    private int task = -1;
    private @Nullable Boolean named;
    private double label;
    private int[] index = new int[64];
    private double[] values = new double[64];
    private int size;
    private long ignored;

    LibsvmRows(String name, InputStream in, Roles roles) {
        this.name = name;
        this.lines = new WordLines(name, in);
        for (Roles.Part part : roles.parts().keySet()) {
            if (part != Roles.Part.FEATURE) {
                throw new DataException(
                        name + ": a LIBSVM file has task, label and features in place, " + part + " has no meaning");
            }
        }
        this.tasks = new TaskNames(roles);
        this.features = new NumberedFeatures(name, roles.columns(Roles.Part.FEATURE));
    }

    @Override
    public boolean next() {
        if (!lines.nextLine()) {
            return false;
        }
        task = -1;
        readLabel();
        readTask();
        size = 0;
        int last = 0;
        while (lines.from() < lines.to()) {
            last = readEntry(last);
            lines.nextWord();
        }
        sortEntries();
        return true;
    }

    private void readLabel() {
        label = Double.NaN;
        if (lines.find(':') < 0) {
            label = labels.read(lines.chars(), lines.from(), lines.to());
            if (Double.isNaN(label)) {
                throw wrong("label: ", labels.rule(lines.word()));
            }
            lines.nextWord();
        }
    }

    private void readTask() {
        boolean names = lines.startsWith(TASK_PREFIX);
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
        int from = lines.from() + TASK_PREFIX.length();
        if (from == lines.to()) {
            throw wrong("", "is blank, the name of a task is needed");
        }
        task = tasks.number(lines.chars(), from, lines.to());
        if (task < 0) {
            String unknown = lines.word().substring(TASK_PREFIX.length());
            throw new DataException(where() + Names.unknown("task", unknown, tasks.names()));
        }
        lines.nextWord();
    }

    private int readEntry(int last) {
        char[] text = lines.chars();
        int colon = lines.find(':');
        int number = 0;
        for (int i = lines.from(); i < colon; i++) {
            int digit = text[i] - '0';
            boolean fits = digit >= 0 && digit <= 9 && number <= NumberedFeatures.MAX;
            number = fits ? 10 * number + digit : NumberedFeatures.MAX + 1;
        }
        if (number < 1 || number > NumberedFeatures.MAX) {
            throw wrong("", "must be index:value with an index from 1 to " + NumberedFeatures.MAX);
        }
        if (number <= last) {
            throw wrong("", "has an index that does not ascend, " + last + " came before");
        }
        double value = Numbers.parse(text, colon + 1, lines.to());
        if (Double.isNaN(value)) {
            throw wrong("", Numbers.rule(new String(text, colon + 1, lines.to() - colon - 1)));
        }
        keep(features.position(number), value);
        return number;
    }

    private void keep(int position, double value) {
        if (position < 0) {
            ignored++;
        } else if (value != 0) {
            if (size == index.length) {
                index = Arrays.copyOf(index, 2 * size);
                values = Arrays.copyOf(values, 2 * size);
            }
            index[size] = position;
            values[size++] = value;
        }
    }

    /** Insertion: the entries are in order already unless the features were given in another. */
    private void sortEntries() {
        for (int k = 1; k < size; k++) {
            int i = index[k];
            double v = values[k];
            int to = k;
            for (; to > 0 && index[to - 1] > i; to--) {
                index[to] = index[to - 1];
                values[to] = values[to - 1];
            }
            index[to] = i;
            values[to] = v;
        }
    }

    private DataException wrong(String what, String rule) {
        String of = task >= 0 ? " (task '" + tasks.name(task) + "')" : "";
        return new DataException(where() + what + Messages.quote(lines.word()) + " " + rule + of);
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
        return size;
    }

    @Override
    public int index(int k) {
        return index[k];
    }

    @Override
    public double value(int k) {
        return values[k];
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
        return ignored;
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
    public List<String> classes() {
        return labels.classes();
    }

    @Override
    public void close() {
        lines.close();
    }
}
