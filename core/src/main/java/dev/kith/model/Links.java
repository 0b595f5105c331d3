package dev.kith.model;

import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.transform.TargetTransform;
import dev.kith.linalg.Matrix;
import dev.kith.loss.JointLoss;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import java.util.Arrays;
import java.util.Optional;

/** From values of the fitted functions to predictions, where a task's loss makes them differ (counts: exp), or a transform of the labels. */
final class Links {
    private Links() {}

    /** Changes {@code z}, a column per task, in place. */
    static Matrix applyTo(Matrix z, ModelInfo info) {
        Optional<JointLoss> joint = joint(info);
        if (joint.isPresent()) {
            int together = info.columns().choice().map(ClassChoice::questions).orElse(z.cols());
            for (int from = 0; from < z.data().length; from += together) {
                double[] classes = Arrays.copyOfRange(z.data(), from, from + together);
                joint.get().decide(classes);
                System.arraycopy(classes, 0, z.data(), from, together);
            }
            return z;
        }
        Optional<TargetTransform> back = info.schema().transform();
        if (back.isPresent()) {
            for (int i = 0; i < z.rows(); i++) {
                for (int t = 0; t < z.cols(); t++) {
                    z.set(i, t, back.get().prediction(t, z.get(i, t)));
                }
            }
            return z;
        }
        if (some(info)) {
            for (int t = 0; t < z.cols(); t++) {
                Optional<Loss> loss = of(info, t);
                for (int i = 0; i < z.rows() && loss.isPresent(); i++) {
                    z.set(i, t, loss.get().prediction(z.get(i, t)));
                }
            }
        }
        return z;
    }

    /** Changes {@code z}, entry i of task {@code tasks[i]}, in place. */
    static double[] applyTo(double[] z, ModelInfo info, int[] tasks) {
        Optional<TargetTransform> back = info.schema().transform();
        if (back.isPresent()) {
            for (int i = 0; i < z.length; i++) {
                z[i] = back.get().prediction(tasks[i], z[i]);
            }
            return z;
        }
        if (some(info)) {
            for (int i = 0; i < z.length; i++) {
                Optional<Loss> loss = of(info, tasks[i]);
                z[i] = loss.isPresent() ? loss.get().prediction(z[i]) : z[i];
            }
        }
        return z;
    }

    /** Whether a prediction for one task takes the functions of all. */
    static boolean together(ModelInfo info) {
        return joint(info).isPresent();
    }

    private static Optional<JointLoss> joint(ModelInfo info) {
        return Losses.find(info.loss()).flatMap(Loss::joint);
    }

    /** Entry i of task {@code tasks[i]}. */
    static double[] chosen(Matrix predictions, int[] tasks) {
        double[] chosen = new double[tasks.length];
        for (int i = 0; i < tasks.length; i++) {
            chosen[i] = predictions.get(i, tasks[i]);
        }
        return chosen;
    }

    private static boolean some(ModelInfo info) {
        return info.loss().equals(TaskLosses.MIXED)
                || Losses.find(info.loss()).filter(Links::changes).isPresent();
    }

    private static Optional<Loss> of(ModelInfo info, int task) {
        return Losses.find(info.loss(task)).filter(Links::changes);
    }

    /** Losses of numbers in any units predict the value itself, those of classes a decision. */
    private static boolean changes(Loss loss) {
        return !loss.scalable() && !loss.classification();
    }
}
