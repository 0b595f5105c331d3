package dev.kith.data;

import java.io.IOException;
import java.io.InputStream;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a LIBSVM file: {@code label qid:TASK index:value ...}. The label may be left out (then the row has none);
 * indices ascend from 1, feature i is called {@code xi}; a word that begins with # starts a comment.
 */
final class LibsvmRows implements RowStream {
    /** 2^24: every index up to the largest becomes a feature, so a slip of the pen must not fill the memory. */
    static final int MAX_INDEX = 1 << 24;

    private static final String ONE_TASK = "task";

    private final String name;
    private final Utf8Reader reader;
    private final TaskNames tasks;
    private final Labels labels = new Labels();
    private final @Nullable List<String> given;
    private final int[] positionOf;
    private final char[] buffer = new char[1 << 16];
    private int bufferAt;
    private int bufferEnd;
    private boolean afterReturn;
    private char[] text = new char[1 << 10];
    private int length;
    private int at;
    private long line;
    private int task;
    private @Nullable Boolean withTasks;
    private double label;
    private int[] index = new int[64];
    private double[] values = new double[64];
    private int size;
    private int largest;
    private long ignored;

    LibsvmRows(String name, InputStream in, Roles roles) {
        this.name = name;
        this.reader = new Utf8Reader(name, in);
        roles.parts().keySet().stream()
                .filter(p -> p != Roles.Part.FEATURE)
                .findFirst()
                .ifPresent(part -> {
                    throw new DataException(name + ": a LIBSVM file has task, label and features in place, " + part
                            + " has no meaning");
                });
        this.tasks = new TaskNames(roles);
        List<String> chosen = roles.columns(Roles.Part.FEATURE);
        this.given = chosen.isEmpty() ? null : chosen;
        this.positionOf = positions(chosen);
    }

    private int[] positions(List<String> features) {
        int[] positions = new int[0];
        for (int j = 0; j < features.size(); j++) {
            String feature = features.get(j);
            if (!feature.matches("x[1-9][0-9]{0,7}") || Integer.parseInt(feature.substring(1)) > MAX_INDEX) {
                throw new DataException(name + ": unknown feature '" + feature
                        + "'; a LIBSVM file has x1, x2, ... up to x" + MAX_INDEX);
            }
            int number = Integer.parseInt(feature.substring(1));
            if (number >= positions.length) {
                positions = Arrays.copyOf(positions, Math.max(number + 1, Math.min(2 * number, MAX_INDEX + 1)));
            }
            if (positions[number] > 0) {
                throw new DataException(name + ": feature '" + feature + "' is named twice");
            }
            positions[number] = j + 1;
        }
        return positions;
    }

    @Override
    public boolean next() {
        do {
            if (!readLine()) {
                return false;
            }
            skipBlanks();
        } while (atEnd());
        readLabel();
        readTask();
        size = 0;
        int last = 0;
        for (skipBlanks(); !atEnd(); skipBlanks()) {
            last = readEntry(last);
        }
        sortEntries();
        return true;
    }

    private boolean readLine() {
        length = 0;
        at = 0;
        boolean any = false;
        while (true) {
            if (bufferAt == bufferEnd && !fill()) {
                line += any ? 1 : 0;
                return any;
            }
            char c = buffer[bufferAt++];
            boolean feed = c == '\n' && afterReturn;
            afterReturn = c == '\r';
            if (feed) {
                continue;
            }
            if (c == '\n' || c == '\r') {
                line++;
                return true;
            }
            any = true;
            if (length == text.length) {
                text = Arrays.copyOf(text, 2 * length);
            }
            text[length++] = c;
        }
    }

    private boolean fill() {
        try {
            bufferAt = 0;
            bufferEnd = Math.max(0, reader.read(buffer, 0, buffer.length));
            return bufferEnd > 0;
        } catch (IOException e) {
            throw Messages.unreadable(name, e);
        }
    }

    private void skipBlanks() {
        while (at < length && text[at] <= ' ') {
            at++;
        }
    }

    private boolean atEnd() {
        return at == length || text[at] == '#';
    }

    /** The end of the word that starts here. */
    private int wordEnd() {
        int end = at;
        while (end < length && text[end] > ' ') {
            end++;
        }
        return end;
    }

    private int colon(int from, int to) {
        for (int i = from; i < to; i++) {
            if (text[i] == ':') {
                return i;
            }
        }
        return -1;
    }

    private void readLabel() {
        int end = wordEnd();
        label = Double.NaN;
        if (colon(at, end) >= 0) {
            return;
        }
        label = labels.read(text, at, end);
        if (Double.isNaN(label)) {
            String word = word(end);
            throw new DataException(name + ":" + line + ": label: " + Messages.quote(word) + " " + labels.rule(word));
        }
        at = end;
        skipBlanks();
    }

    private void readTask() {
        boolean named = at + 4 <= length
                && text[at] == 'q'
                && text[at + 1] == 'i'
                && text[at + 2] == 'd'
                && text[at + 3] == ':';
        if (withTasks != null && withTasks != named) {
            throw new DataException(
                    name + ":" + line + ": either all rows name their task (qid:TASK) or none, the rows before "
                            + (named ? "do not" : "do"));
        }
        withTasks = named;
        if (!named) {
            task = tasks.only(ONE_TASK);
            if (task < 0) {
                throw new DataException(name + ":" + line + ": qid:TASK is needed, there are "
                        + tasks.names().size() + " tasks");
            }
        } else {
            int end = wordEnd();
            at += 4;
            if (at == end) {
                throw new DataException(name + ":" + line + ": qid: is blank, the name of a task is needed");
            }
            task = tasks.number(text, at, end);
            if (task < 0) {
                throw new DataException(name + ":" + line + ": " + Names.unknown("task", word(end), tasks.names()));
            }
            at = end;
        }
    }

    private int readEntry(int last) {
        int end = wordEnd();
        int colon = colon(at, end);
        int number = 0;
        for (int i = at; i < colon; i++) {
            int digit = text[i] - '0';
            number = digit < 0 || digit > 9 || number > MAX_INDEX ? MAX_INDEX + 1 : 10 * number + digit;
        }
        if (colon <= at || number < 1 || number > MAX_INDEX) {
            throw wrong(end, "must be index:value with an index from 1 to " + MAX_INDEX);
        }
        if (number <= last) {
            throw wrong(end, "has an index that does not ascend, " + last + " came before");
        }
        double value = Numbers.parse(text, colon + 1, end);
        if (Double.isNaN(value)) {
            throw wrong(end, Numbers.rule(new String(text, colon + 1, end - colon - 1)));
        }
        at = end;
        largest = Math.max(largest, number);
        if (value != 0) {
            keep(number, value);
        }
        return number;
    }

    private void keep(int number, double value) {
        int position = given == null ? number - 1 : number < positionOf.length ? positionOf[number] - 1 : -1;
        if (position < 0) {
            ignored++;
            return;
        }
        if (size == index.length) {
            index = Arrays.copyOf(index, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        index[size] = position;
        values[size++] = value;
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

    private DataException wrong(int end, String rule) {
        return new DataException(name + ":" + line + ": " + Messages.quote(word(end)) + " " + rule + " (task '"
                + tasks.name(task) + "')");
    }

    private String word(int end) {
        return new String(text, at, end - at);
    }

    @Override
    public long line() {
        return line;
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
        if (given != null) {
            return given;
        }
        return new AbstractList<>() {
            @Override
            public String get(int j) {
                return "x" + (Objects.checkIndex(j, largest) + 1);
            }

            @Override
            public int size() {
                return largest;
            }
        };
    }

    @Override
    public List<String> classes() {
        return labels.classes();
    }

    @Override
    public void close() {
        Messages.closing(name, reader);
    }
}
