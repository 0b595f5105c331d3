package dev.kith.cli;

import dev.kith.online.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** One row of a small stream: a task, a sign and all D values; and streams of them in every format. */
record StreamLine(int task, int label, List<Double> x) {
    static final int D = 12;
    static final List<String> TASKS = List.of("ann", "bob", "cy");

    /** The row as a learner sees it, of length 1. */
    Row row() {
        double norm = Math.sqrt(x.stream().mapToDouble(v -> v * v).sum());
        return Row.dense(x.stream().mapToDouble(v -> v / norm).toArray());
    }

    static List<StreamLine> lines(int count) {
        Random random = new Random(5);
        List<StreamLine> lines = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            Double[] x = new Double[D];
            Arrays.setAll(x, j -> Math.rint(100 * random.nextGaussian()) / 100 + 0.001);
            int task = n < 3 ? n : random.nextInt(3);
            double score = x[0] - x[1] + (task == 2 ? x[2] : 0);
            lines.add(new StreamLine(task, score > 0 ? 1 : -1, List.of(x)));
        }
        return lines;
    }

    static String libsvm(List<StreamLine> lines) {
        StringBuilder text = new StringBuilder();
        for (StreamLine line : lines) {
            text.append(line.label).append(" qid:").append(TASKS.get(line.task));
            for (int j = 0; j < D; j++) {
                text.append(' ').append(j + 1).append(':').append(line.x.get(j));
            }
            text.append('\n');
        }
        return text.toString();
    }

    static String csv(List<StreamLine> lines) {
        StringBuilder text = new StringBuilder("who,y");
        for (int j = 0; j < D; j++) {
            text.append(",x").append(j + 1);
        }
        for (StreamLine line : lines) {
            text.append('\n').append(TASKS.get(line.task)).append(',').append(line.label);
            line.x.forEach(v -> text.append(',').append(v));
        }
        return text.append('\n').toString();
    }

    static String jsonLines(List<StreamLine> lines) {
        StringBuilder text = new StringBuilder();
        for (StreamLine line : lines) {
            text.append("{\"y\":")
                    .append(line.label > 0)
                    .append(",\"who\":\"")
                    .append(TASKS.get(line.task))
                    .append('"');
            for (int j = 0; j < D; j++) {
                text.append(",\"x").append(j + 1).append("\":").append(line.x.get(j));
            }
            text.append("}\n");
        }
        return text.toString();
    }
}
