package dev.kith.data.read.csv;

import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.Names;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.date.Dates;
import dev.kith.data.layout.Reading;
import dev.kith.data.read.CategoryColumn;
import dev.kith.data.read.ColumnPlan;
import dev.kith.data.read.Formulas;
import dev.kith.data.read.Labels;
import dev.kith.data.read.Messages;
import dev.kith.data.read.MissingWords;
import dev.kith.data.read.Numbers;
import dev.kith.data.read.TaskNames;
import dev.kith.data.read.Truths;
import java.io.InputStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Rows of a file of fields between separators. */
public final class CsvRows implements RowStream {
    private final String name;
    private final CsvLines lines;
    private final ColumnPlan plan;
    private final TaskNames tasks;
    private final Labels labels = new Labels();
    private final TaskNames classes;
    private final int[] numeric;
    private final List<CategoryColumn> categories;
    private final int[] index;
    private final double[] values;
    private final int[] taskOfTarget;
    private final int[] labelTasks;
    private final double[] labelValues;
    private final BitSet guarded = new BitSet();
    private final BitSet bare = new BitSet();
    private final MissingWords missing;
    private final boolean lenient;
    private final boolean filled;
    private final BitSet truths = new BitSet();
    private final BadRows bad;
    private boolean complete = true;
    private boolean first = true;
    private long count;
    private int task = -1;
    private int labelCount;
    private double weight = 1;

    /**
     * Rows that may have features of other kinds.
     *
     * @param lenient whether features may be yes or no and, where the roles say so, missing: then a number is NaN, and a category has index -1
     */
    public CsvRows(String name, Format format, Reading reading, InputStream in, Roles roles, boolean lenient) {
        this.name = name;
        this.lines = CsvLines.open(name, format, reading, in);
        this.bad = new BadRows(name, reading);
        this.plan = new ColumnPlan(name, lines.header(), lines.columns().aside(), roles);
        this.tasks = new TaskNames(roles);
        this.classes = TaskNames.ofClasses(roles);
        this.numeric = plan.numeric();
        lines.expectNumbers(numeric);
        this.categories = plan.categories();
        this.missing = new MissingWords(roles.missing());
        this.lenient = lenient && plan.texts.length == 0 && categories.stream().noneMatch(CategoryColumn::closed);
        if (!this.lenient) {
            plan.requirePlain(roles);
        }
        this.filled = this.lenient && roles.impute();
        this.index = Arrays.copyOf(plan.numericFeature(), numeric.length + categories.size());
        this.values = new double[index.length];
        Arrays.fill(values, numeric.length, values.length, 1);
        this.taskOfTarget = plan.task >= 0 ? new int[0] : wideTasks();
        this.labelTasks = new int[plan.targets.length + 1];
        this.labelValues = new double[plan.targets.length + 1];
        tell(reading);
    }

    /** Says what was assumed of the file, and what follows for labels. */
    private void tell(Reading reading) {
        BitSet used = new BitSet();
        IntStream.of(numeric).forEach(used::set);
        IntStream.of(plan.targets).forEach(used::set);
        if (plan.weight >= 0) {
            used.set(plan.weight);
        }
        lines.dialect().words(name, lines.columns(), used::get).forEach(reading.listener());
        boolean numbers = plan.targets.length > 0
                && IntStream.of(plan.targets).allMatch(lines.dialect().numbers()::contains);
        if (reading.skipBad() > 0 && numbers) {
            labels.expectNumbers();
        }
    }

    private int[] wideTasks() {
        return Arrays.stream(plan.targets)
                .map(column -> {
                    String target = lines.header().get(column);
                    int number = tasks.number(target);
                    if (number < 0) {
                        throw new DataException(name + ": " + Names.unknown("task", target, tasks.names()));
                    }
                    return number;
                })
                .toArray();
    }

    /** The plan of the columns, which learns new values of open columns while rows are read. */
    public ColumnPlan plan() {
        return plan;
    }

    /** The columns of numbers come first among the entries of a row, then one entry for each categorical column. */
    public int numericCount() {
        return numeric.length;
    }

    /** Whether features may be missing, or yes and no. */
    public boolean lenient() {
        return lenient;
    }

    /** Whether no feature of the current row is missing. */
    public boolean complete() {
        return complete;
    }

    /** Of the columns of numbers, those that said yes or no so far. */
    public BitSet truths() {
        return truths;
    }

    /** Copies the numbers of the current row. */
    public void copyNumbers(double[] into, int at) {
        System.arraycopy(values, 0, into, at, numeric.length);
    }

    @Override
    public boolean next() {
        while (lines.next()) {
            DataException wrong = lines.bad();
            if (wrong == null) {
                try {
                    readRow();
                } catch (DataException e) {
                    wrong = e;
                }
            }
            first = false;
            count++;
            if (wrong == null) {
                return true;
            }
            bad.leaveOut(wrong);
        }
        bad.end();
        return false;
    }

    /** What adds to lists comes last, so that a row that is left out adds nothing. */
    private void readRow() {
        complete = true;
        lines.copyNumbers(values);
        for (int k = 0; k < numeric.length; k++) {
            if (Double.isNaN(values[k]) || (missing.numeric() && missing.contains(values[k]))) {
                values[k] = special(k);
            }
        }
        if (plan.weight >= 0) {
            readWeight();
        }
        requireText(plan.strings);
        for (int column : plan.texts) {
            requireText(column);
        }
        readLabels();
        for (int c = 0; c < categories.size(); c++) {
            index[numeric.length + c] = category(categories.get(c));
        }
        if (plan.task >= 0) {
            readTask();
        }
        if (plan.classes >= 0 && !missing(plan.classes)) {
            readClass();
        }
    }

    /** What stands for a cell that is no number, or one that means nothing: NaN where it is missing, 1 and 0 for yes and no. */
    private double special(int k) {
        int column = numeric[k];
        if (missing(column)) {
            if (!filled) {
                throw wrong(column, lines.blank(column) ? Numbers.rule("") : "is missing, a number is needed");
            }
            complete = false;
            return Double.NaN;
        }
        double truth = lenient ? Truths.parse(lines.text(column)) : Double.NaN;
        if (Double.isNaN(truth)) {
            throw notNumber(column);
        }
        truths.set(k);
        return truth;
    }

    private boolean missing(int column) {
        return lines.blank(column)
                || missing.contains(lines.chars(), lines.from(column), lines.to(column))
                || (missing.numeric() && missing.contains(lines.number(column)));
    }

    private void requireText(int column) {
        if (column >= 0 && lines.blank(column)) {
            throw wrong(column, "is blank, a string is needed");
        }
    }

    private void readTask() {
        int column = plan.task;
        if (lines.blank(column)) {
            throw wrong(column, "is blank, the name of a task is needed");
        }
        task = number(column);
        if (task < 0) {
            throw new DataException(where(column) + Names.unknown("task", lines.text(column), tasks.names()));
        }
        Arrays.fill(labelTasks, 0, labelCount, task);
    }

    /** The task a field names. A file that has one name with and without a guard has two, and we would see one. */
    private int number(int column) {
        boolean taken = lines.unguard(column);
        int number = tasks.number(lines.chars(), lines.from(column), lines.to(column));
        if (number >= 0 && (taken || lines.formula(column))) {
            (taken ? guarded : bare).set(number);
            if (guarded.get(number) && bare.get(number)) {
                throw new DataException(where(column) + "both " + Messages.quote("'" + lines.text(column)) + " and "
                        + Messages.quote(lines.text(column))
                        + " occur, and an apostrophe before = + - @ is only a guard"
                        + " against formulas: rename one of the two");
            }
        }
        return number;
    }

    /** A class is a label of a row that names its task; else it is a task, and the row one of its members. */
    private void readClass() {
        int column = plan.classes;
        if (plan.task >= 0) {
            lines.unguard(column);
            int label = classes.number(lines.chars(), lines.from(column), lines.to(column));
            if (label < 0) {
                throw wrong(column, "is none of the classes " + Names.some(classes.names()));
            }
            labelTasks[labelCount] = task;
            labelValues[labelCount++] = label;
            return;
        }
        int member = number(column);
        if (member < 0) {
            throw new DataException(where(column) + Names.unknown("class", lines.text(column), tasks.names()));
        }
        labelTasks[labelCount] = member;
        labelValues[labelCount++] = 1;
    }

    private void readLabels() {
        labelCount = 0;
        for (int k = 0; k < plan.targets.length; k++) {
            int column = plan.targets[k];
            if (!missing(column)) {
                lines.trimNumber(column);
                lines.unguard(column);
                double label = labels.read(lines.number(column), lines.chars(), lines.from(column), lines.to(column));
                if (Double.isNaN(label)) {
                    String text = lines.text(column);
                    throw wrong(column, labels.rule(text, rule(column)));
                }
                labelTasks[labelCount] = plan.task >= 0 ? -1 : taskOfTarget[k];
                labelValues[labelCount++] = label;
            }
        }
    }

    private void readWeight() {
        weight = lines.number(plan.weight);
        if (!(weight >= 0)) {
            throw wrong(plan.weight, weight < 0 ? "is not a number >= 0" : rule(plan.weight));
        }
    }

    private int category(CategoryColumn category) {
        int column = category.column();
        if (filled && missing(column)) {
            complete = false;
            return -1;
        }
        if (lines.blank(column)) {
            throw wrong(column, "is blank, a category is needed");
        }
        char[] text = lines.chars();
        int feature = category.closed()
                ? category.feature(text, lines.from(column), lines.to(column))
                : plan.open(category, text, lines.from(column), lines.to(column));
        if (feature < 0) {
            throw wrong(column, "is a new category, known are " + Names.some(category.values()));
        }
        return feature;
    }

    private DataException notNumber(int column) {
        String rule = rule(column);
        if (!plan.defaulted() || !rule.startsWith("is not a number")) {
            return wrong(column, rule);
        }
        if (lenient && Dates.of(lines.text(column).trim()) != 0) {
            String date = lines.header().get(column);
            return wrong(
                    column, rule + "; dates are learned from (--date " + date + ") or left out (--drop " + date + ")");
        }
        List<String> texts = first
                ? Arrays.stream(numeric)
                        .filter(c -> !missing(c) && Double.isNaN(lines.number(c)))
                        .filter(c -> !lenient || Double.isNaN(Truths.parse(lines.text(c))))
                        .mapToObj(lines.header()::get)
                        .toList()
                : List.of(lines.header().get(column));
        String list = String.join(",", texts);
        return wrong(
                column,
                rule + "; text columns (" + Names.some(texts) + ") are included one-hot (--categorical " + list
                        + ") or left out (--drop " + list + ")");
    }

    /** What a cell that ought to be a number breaks. */
    private String rule(int column) {
        return lines.dialect().form(column).rule(lines.text(column));
    }

    private DataException wrong(int column, String rule) {
        String text = lines.text(column);
        String task = plan.task < 0 || column == plan.task ? "" : Formulas.unguard(lines.text(plan.task));
        String of = task.isEmpty() ? "" : " (task '" + task + "')";
        return new DataException(where(column) + (text.isEmpty() ? "" : Messages.quote(text) + " ") + rule + of);
    }

    private String where(int column) {
        return name + ":" + lines.line() + ": column '" + lines.header().get(column) + "': ";
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
        return labelCount;
    }

    @Override
    public int labelTask(int k) {
        return labelTasks[k];
    }

    @Override
    public double label(int k) {
        return labelValues[k];
    }

    @Override
    public double weight() {
        return weight;
    }

    @Override
    public int size() {
        return values.length;
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
        return plan.rowNumbers ? Long.toString(count) : Formulas.unguard(lines.text(plan.strings));
    }

    @Override
    public String text(int k) {
        return plan.texts[k] == ColumnPlan.ROW_NUMBER
                ? Long.toString(count)
                : Formulas.unguard(lines.text(plan.texts[k]));
    }

    @Override
    public String id(int k) {
        return Formulas.unguard(lines.text(plan.ids[k]));
    }

    @Override
    public long unreadable() {
        return bad.count();
    }

    @Override
    public long ignored() {
        return 0;
    }

    @Override
    public List<String> tasks() {
        return tasks.names();
    }

    @Override
    public List<String> features() {
        return plan.features();
    }

    @Override
    public List<String> classes() {
        return plan.task >= 0 && plan.classes >= 0 ? classes.names() : labels.classes();
    }

    @Override
    public void close() {
        lines.close();
    }
}
