package dev.kith.experiments;

import dev.kith.cli.reproduce.Experiment;
import dev.kith.cli.reproduce.Outcome;
import dev.kith.cli.reproduce.Plot;
import dev.kith.cli.reproduce.Scope;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Round;
import dev.kith.online.Row;
import dev.kith.online.UniformSharing;
import dev.kith.online.perceptron.MatrixPerceptron;
import dev.kith.online.perceptron.SharedPerceptron;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Four tasks, "is this document of one of my topics", from apart (D1) to the same (D8): mistakes of the multitask
 * perceptron against independent ones.
 *
 * <p>A task starts with four of the sixteen topics. From D2 to D5 tasks two to four take over the topics of the first, one
 * after another, and from D6 to D8 give up their own.
 */
final class OnlineExperiment implements Experiment {
    private static final int TASKS = 4;
    private static final int TOPICS = 4;
    private static final int DATA_SETS = 8;
    private static final double[] SHARING = {0, 1, 4, 8, 16};
    private static final int LARGEST_P = 5;
    private static final int QUARTERS = 4;

    @Override
    public String name() {
        return "online";
    }

    @Override
    public String place() {
        return "Cavallanti, Cesa-Bianchi, Gentile: Linear algorithms for online multitask classification, JMLR 2010,"
                + " figures 5 and 6, tables 1 and 2";
    }

    @Override
    public String summary() {
        return "four tasks of growing overlap, learned online";
    }

    @Override
    public boolean needsData() {
        return true;
    }

    @Override
    public Outcome run(Scope scope) {
        TextRows reviews = TextRows.read(scope.file("sentiment16/train.svm.gz"));
        int[] order = Numbers.shuffled(reviews.size(), new SplittableRandom(scope.seed()));
        int examples = scope.quick() ? 1000 : order.length / TASKS;
        List<List<String>> rows = new ArrayList<>();
        Map<String, Map<String, List<List<Double>>>> curves = new LinkedHashMap<>();
        Overlap overlap = new Overlap(reviews, order, examples);
        boolean apart = true;
        boolean same = true;
        for (int d = 1; d <= DATA_SETS; d += scope.quick() ? 7 : 1) {
            scope.progress().accept("online: D" + d);
            for (Choice choice : Choice.values()) {
                List<Quarters> rates = new ArrayList<>();
                for (double b : SHARING) {
                    rates.add(overlap.mistakes(d, b, choice, scope.seed()));
                }
                addRows(rows, "D" + d, choice.text + ", b = 0, 1, 4, 8, 16", rates);
                addPoints(curves(curves, choice.text), d, "b = ", rates);
                same &= d < DATA_SETS
                        || rates.get(SHARING.length - 1).all() < rates.get(0).all();
                apart &= d > 1 || rates.get(1).all() < 1.1 * rates.get(0).all();
            }
            List<Quarters> rates = new ArrayList<>();
            for (int p = 1; p <= LARGEST_P; p++) {
                rates.add(overlap.mistakes(d, p));
            }
            addRows(rows, "D" + d, "matrix, p = 1, 2, 3, 4, 5", rates);
            addPoints(curves(curves, "matrix"), d, "p = ", rates);
        }
        return new Outcome(
                "Where tasks are the same, sharing makes " + (same ? "fewer" : "no fewer")
                        + " mistakes; where they are apart, b = 1 "
                        + (apart ? "costs less than a tenth more" : "costs more than a tenth")
                        + ". Published: sharing gains as overlap grows.",
                "topics are the sixteen domains of sentiment16 instead of categories of RCV1; " + examples
                        + " multitask examples instead of 40,000",
                List.of("data", "learner", "quarter", "first %", "second %", "third %", "fourth %", "fifth %"),
                rows,
                curves.entrySet().stream()
                        .map(plot -> Plot.lines(
                                "Mistakes above those of independent learners, in points: " + plot.getKey(),
                                "D",
                                plot.getValue()))
                        .toList());
    }

    private static Map<String, List<List<Double>>> curves(
            Map<String, Map<String, List<List<Double>>>> plots, String name) {
        return plots.computeIfAbsent(name, n -> new LinkedHashMap<>());
    }

    /** A row for each quarter of the stream and one for all of it. */
    private static void addRows(List<List<String>> rows, String data, String learner, List<Quarters> rates) {
        for (int quarter = 0; quarter <= QUARTERS; quarter++) {
            int q = quarter;
            List<String> row = new ArrayList<>(List.of(data, learner, q == QUARTERS ? "all" : Integer.toString(q + 1)));
            rates.forEach(rate ->
                    row.add(String.format(Locale.ROOT, "%.2f", 100 * (q == QUARTERS ? rate.all() : rate.rate(q)))));
            rows.add(row);
        }
    }

    private static void addPoints(Map<String, List<List<Double>>> curves, int d, String stem, List<Quarters> rates) {
        for (int k = 0; k < rates.size(); k++) {
            String label = stem.equals("p = ") ? Integer.toString(k + 1) : Integer.toString((int) SHARING[k]);
            curves.computeIfAbsent(stem + label, s -> new ArrayList<>())
                    .add(List.of(
                            (double) d, 100 * (rates.get(k).all() - rates.get(0).all())));
        }
    }

    /** Answers and mistakes in each quarter of a stream. */
    static final class Quarters {
        private final int[] answers = new int[QUARTERS];
        private final int[] mistakes = new int[QUARTERS];

        /** Counts an answer to example {@code e} of {@code examples}. */
        void count(int e, int examples, boolean mistaken) {
            int quarter = (int) ((long) e * QUARTERS / examples);
            answers[quarter]++;
            mistakes[quarter] += mistaken ? 1 : 0;
        }

        double rate(int quarter) {
            return (double) mistakes[quarter] / answers[quarter];
        }

        double all() {
            return (double) Arrays.stream(mistakes).sum()
                    / Arrays.stream(answers).sum();
        }
    }

    /** Who says which of the four tasks is asked. */
    private enum Choice {
        RANDOM("random"),
        ADVERSARIAL("adversarial");

        private final String text;

        Choice(String text) {
            this.text = text;
        }
    }

    /** The documents, four by four, and what the tasks say of them. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Overlap(TextRows reviews, int[] order, int examples) {
        double label(int data, int task, int document) {
            int topic = reviews.data().task(document);
            boolean taken = topic < Math.min(TOPICS, data - 1);
            int given = Math.max(0, data - 1 - TOPICS);
            // D6, D7 and D8 leave two, one and none of the own topics.
            boolean own = topic / TOPICS == task && topic % TOPICS >= (given == 0 ? 0 : given + 1);
            boolean first = task == 0 && topic < TOPICS;
            return first || (task > 0 && (taken || own)) ? 1 : -1;
        }

        private Row row(Row row, int document) {
            return row.point(reviews.rows(), reviews.data().row(document));
        }

        Quarters mistakes(int data, double b, Choice choice, long seed) {
            OnlineLearner learner = new SharedPerceptron(new UniformSharing(b));
            learner.announce(TASKS);
            SplittableRandom random = new SplittableRandom(seed);
            Row row = new Row();
            Quarters mistakes = new Quarters();
            for (int e = 0; e < examples; e++) {
                int task = random.nextInt(TASKS);
                if (choice == Choice.ADVERSARIAL) {
                    task = hardest(learner, data, e, row);
                }
                int document = order[e * TASKS + task];
                double y = label(data, task, document);
                mistakes.count(e, examples, OnlineLearner.mistaken(y, learner.learn(task, row(row, document), y)));
            }
            return mistakes;
        }

        /** The task with the smallest signed margin. */
        private int hardest(OnlineLearner learner, int data, int example, Row row) {
            int hardest = 0;
            double smallest = Double.POSITIVE_INFINITY;
            for (int t = 0; t < TASKS; t++) {
                int document = order[example * TASKS + t];
                double margin = label(data, t, document) * learner.predict(t, row(row, document));
                hardest = margin < smallest ? t : hardest;
                smallest = Math.min(smallest, margin);
            }
            return hardest;
        }

        Quarters mistakes(int data, int p) {
            OnlineLearner learner = new MatrixPerceptron(p, Optional.empty());
            learner.announce(TASKS);
            Round round = new Round();
            Quarters mistakes = new Quarters();
            for (int e = 0; e < examples; e++) {
                round.clear();
                for (int t = 0; t < TASKS; t++) {
                    int document = order[e * TASKS + t];
                    row(round.add(t, label(data, t, document)), document);
                }
                learner.learn(round);
                for (int t = 0; t < TASKS; t++) {
                    mistakes.count(e, examples, OnlineLearner.mistaken(round.label(t), round.margin(t)));
                }
            }
            return mistakes;
        }
    }
}
