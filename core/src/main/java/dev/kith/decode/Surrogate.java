package dev.kith.decode;

import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The scores a decoder needs, as functions of x: each is a sum of alpha_it(x) over some observations of a task, possibly
 * times their labels, hence k(x)' times a fixed vector.
 *
 * <p>Tasks with the same inputs, weights, kernel and lambda share one Cholesky factor, and all their scores are columns of one
 * solve; a query then costs one kernel row and one product, with no solve at all.
 *
 * @param names one per score
 * @param kernel of the support: the tasks' own, in blocks where they differ
 * @param support the (scaled) inputs the coefficients belong to
 * @param coefficients n x scores
 * @param columns 2 x scores: task and label of each score; 2 x 0 for the squared loss, whose scores are a_t then b_t
 * @param usual 1 x T: mean of a_t on the training inputs of task t
 */
record Surrogate(List<String> names, Kernel kernel, Inputs support, Matrix coefficients, Matrix columns, Matrix usual) {

    static Surrogate fit(ConstrainedTrainer trainer, Dataset data, Inputs scaled) {
        List<TaskData> tasks = TaskData.of(data);
        List<List<TaskData>> groups = group(trainer, tasks);
        boolean moments = trainer.quadratic();
        List<Score> scores = moments ? moments(tasks) : labels(tasks);
        List<Kernel> kernels = tasks.stream()
                .map(task -> trainer.kernel(task.task()))
                .distinct()
                .toList();
        int n = scaled.rows();
        Matrix coefficients = Matrix.zeros(n * kernels.size(), scores.size());
        Matrix usual = Matrix.zeros(1, tasks.size());
        for (List<TaskData> group : groups) {
            Kernel kernel = trainer.kernel(group.get(0).task());
            solveInto(coefficients, n * kernels.indexOf(kernel), usual, trainer, scaled, group, scores);
        }
        boolean one = kernels.size() == 1;
        return new Surrogate(
                names(data, scores, moments),
                one ? kernels.get(0) : Kernels.blocks(kernels, Collections.nCopies(kernels.size(), n)),
                one ? scaled : scaled.select(repeated(n, kernels.size())),
                coefficients,
                moments ? Matrix.zeros(2, 0) : columns(tasks, scores),
                usual);
    }

    private static int[] repeated(int n, int times) {
        int[] rows = new int[n * times];
        Arrays.setAll(rows, i -> i % n);
        return rows;
    }

    /** A score: for each observation of its task, what its alpha is multiplied by. */
    @SuppressWarnings("ArrayRecordComponent") // columns on their way into a matrix, never compared
    private record Score(TaskData task, double[] factors, double label) {}

    private static List<Score> moments(List<TaskData> tasks) {
        List<Score> scores = new ArrayList<>();
        for (TaskData task : tasks) {
            double[] ones = new double[task.rows().length];
            Arrays.fill(ones, 1);
            scores.add(new Score(task, ones, Double.NaN));
        }
        for (TaskData task : tasks) {
            scores.add(new Score(task, task.labels(), Double.NaN));
        }
        return scores;
    }

    private static List<Score> labels(List<TaskData> tasks) {
        List<Score> scores = new ArrayList<>();
        for (TaskData task : tasks) {
            for (double label : Arrays.stream(task.labels()).distinct().sorted().toArray()) {
                double[] chosen = new double[task.rows().length];
                for (int i = 0; i < chosen.length; i++) {
                    chosen[i] = task.labels()[i] == label ? 1 : 0;
                }
                scores.add(new Score(task, chosen, label));
            }
        }
        return scores;
    }

    private static List<String> names(Dataset data, List<Score> scores, boolean moments) {
        List<String> names = new ArrayList<>();
        for (int j = 0; j < scores.size(); j++) {
            String task = data.tasks().get(scores.get(j).task().task());
            String what = moments
                    ? j < data.taskCount() ? "confidence" : "sum"
                    : "label " + scores.get(j).label();
            names.add(task + ": " + what);
        }
        return names;
    }

    private static Matrix columns(List<TaskData> tasks, List<Score> scores) {
        Matrix columns = Matrix.zeros(2, scores.size());
        for (int j = 0; j < scores.size(); j++) {
            columns.set(0, j, tasks.indexOf(scores.get(j).task()));
            columns.set(1, j, scores.get(j).label());
        }
        return columns;
    }

    private static List<List<TaskData>> group(ConstrainedTrainer trainer, List<TaskData> tasks) {
        List<List<TaskData>> groups = new ArrayList<>();
        for (TaskData task : tasks) {
            List<TaskData> home = groups.stream()
                    .filter(group -> group.get(0).sharesInputs(task)
                            && trainer.kernel(group.get(0).task()).equals(trainer.kernel(task.task()))
                            && trainer.lambda(group.get(0)) == trainer.lambda(task))
                    .findFirst()
                    .orElseGet(() -> {
                        List<TaskData> fresh = new ArrayList<>();
                        groups.add(fresh);
                        return fresh;
                    });
            home.add(task);
        }
        return groups;
    }

    private static void solveInto(
            Matrix coefficients,
            int offset,
            Matrix usual,
            ConstrainedTrainer trainer,
            Inputs scaled,
            List<TaskData> group,
            List<Score> scores) {
        TaskData first = group.get(0);
        int n = first.rows().length;
        Matrix gram = gram(trainer.kernel(first.task()), scaled, first);
        Matrix regularised = gram.copy();
        for (int i = 0; i < n; i++) {
            regularised.add(i, i, first.total() * trainer.lambda(first) / first.weights()[i]);
        }
        List<Integer> mine = new ArrayList<>();
        for (int j = 0; j < scores.size(); j++) {
            if (group.contains(scores.get(j).task())) {
                mine.add(j);
            }
        }
        Matrix right = Matrix.zeros(n, mine.size() + 1);
        for (int i = 0; i < n; i++) {
            right.set(i, mine.size(), 1);
            for (int k = 0; k < mine.size(); k++) {
                right.set(i, k, scores.get(mine.get(k)).factors()[i]);
            }
        }
        Cholesky factor = LinearAlgebra.best().cholesky(regularised);
        Matrix solved = factor.solve(right);
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < mine.size(); k++) {
                coefficients.add(offset + first.rows()[i], mine.get(k), solved.get(i, k));
            }
        }
        double confidence = meanConfidence(gram, solved.column(mine.size()), first);
        for (TaskData task : group) {
            usual.set(0, task.task(), confidence);
        }
    }

    private static Matrix gram(Kernel kernel, Inputs scaled, TaskData task) {
        return kernel.gram(task.usesAll(scaled.rows()) ? scaled : scaled.select(task.rows()));
    }

    /** Mean of a(x_i) = k(x_i)' (K + ...)^-1 1 over the training inputs; positive whatever the kernel. */
    private static double meanConfidence(Matrix gram, double[] ones, TaskData task) {
        double sum = 0;
        for (int i = 0; i < ones.length; i++) {
            double a = 0;
            for (int j = 0; j < ones.length; j++) {
                a += gram.get(i, j) * ones[j];
            }
            sum += task.weights()[i] * Math.abs(a);
        }
        return Math.max(sum / task.total(), Double.MIN_NORMAL);
    }
}
