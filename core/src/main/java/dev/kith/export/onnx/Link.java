package dev.kith.export.onnx;

import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.DataException;
import dev.kith.data.transform.TargetTransform;
import dev.kith.data.transform.Transform;
import dev.kith.loss.JointLoss;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.ModelInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** From values of fitted functions to predictions: the way back of a transform, means of counts, several classes judged together. */
final class Link {
    /** Where exp of counts' means is cut, as the loss has it. */
    private static final double FARTHEST = 700;

    private final Maths maths;
    private final ModelInfo info;
    private final Optional<TargetTransform> back;
    private final Optional<JointLoss> joint;
    private final boolean[] counts;

    Link(Maths maths, ModelInfo info) {
        this.maths = maths;
        this.info = info;
        this.back = info.schema().transform();
        this.joint = Losses.find(info.loss()).flatMap(Loss::joint);
        this.counts = new boolean[info.tasks().size()];
        for (int t = 0; t < counts.length; t++) {
            counts[t] = counts(info.loss(t));
        }
    }

    /** Whether a loss predicts exp of the function; every other one that is known predicts the function itself. */
    private static boolean counts(String name) {
        Optional<Loss> loss = Losses.find(name);
        if (loss.isEmpty() || loss.get().scalable() || loss.get().classification()) {
            return false;
        }
        if (loss.get().equals(Losses.poisson())) {
            return true;
        }
        throw new DataException(
                "ONNX cannot say how loss '" + name + "' makes predictions of functions: it is not one of kith's own");
    }

    /** Whether the prediction of a task takes the functions of others. */
    boolean together() {
        return joint.isPresent();
    }

    Value all(Value z) {
        Graph graph = maths.graph();
        if (joint.isPresent()) {
            return decided(z, joint.get());
        }
        if (back.isPresent()) {
            return back(z, graph.row(corrections()));
        }
        return any()
                ? maths.where(
                        graph.make("Cast", List.of(graph.row(mask())), Attribute.of("to", Graph.BOOLEAN)), mean(z), z)
                : z;
    }

    /** Of one task per row. */
    Value own(Value z, Value task) {
        Graph graph = maths.graph();
        if (back.isPresent()) {
            return back(z, maths.rows(graph.reals(corrections(), counts.length), task));
        }
        if (!any()) {
            return z;
        }
        Value own = maths.rows(graph.reals(mask(), counts.length), task);
        return maths.where(graph.make("Cast", List.of(own), Attribute.of("to", Graph.BOOLEAN)), mean(z), z);
    }

    private boolean any() {
        for (boolean one : counts) {
            if (one) {
                return true;
            }
        }
        return false;
    }

    private double[] mask() {
        double[] mask = new double[counts.length];
        for (int t = 0; t < mask.length; t++) {
            mask[t] = counts[t] ? 1 : 0;
        }
        return mask;
    }

    private double[] corrections() {
        return back.orElseThrow().corrections().stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private Value mean(Value z) {
        Graph graph = maths.graph();
        return maths.exp(maths.max(graph.number(-FARTHEST), maths.min(graph.number(FARTHEST), z)));
    }

    private Value back(Value z, Value c) {
        Graph graph = maths.graph();
        Value zero = graph.number(0);
        Transform transform = back.orElseThrow().transform();
        return switch (transform) {
            case LOG -> maths.times(c, maths.exp(z));
            case LOG1P -> maths.max(zero, maths.plus(maths.times(c, maths.expm1(z)), maths.minus(c, graph.number(1))));
            case SQRT -> {
                Value root = maths.max(zero, z);
                yield maths.max(zero, maths.plus(maths.times(root, root), c));
            }
        };
    }

    /** Each class against all others together (softmax) or against the best of them. */
    private Value decided(Value z, JointLoss how) {
        int classes = info.columns().choice().map(ClassChoice::questions).orElse(counts.length);
        Graph graph = maths.graph();
        double[] own = new double[classes * classes];
        Arrays.setAll(own, k -> k % (classes + 1) == 0 ? Double.NEGATIVE_INFINITY : 0);
        Value grouped = maths.reshape(z, -1, classes);
        Value others = maths.plus(maths.unsqueeze(grouped, 1), graph.reals(own, 1, classes, classes));
        Value top = maths.largest(others, 2, true);
        Value against = maths.squeeze(top, 2);
        if (how.equals(joint(Losses.softmax()))) {
            Value rest = maths.sum(maths.exp(maths.minus(others, top)), 2, false);
            Value margin = maths.minus(maths.minus(grouped, against), maths.log(rest));
            return maths.reshape(margin, -1, counts.length);
        }
        if (how.equals(joint(Losses.multiclassHinge()))) {
            return maths.reshape(maths.minus(grouped, against), -1, counts.length);
        }
        throw new DataException(
                "ONNX cannot say how loss '" + info.loss() + "' decides between classes: it is not one of kith's own");
    }

    private static JointLoss joint(Loss loss) {
        return loss.joint().orElseThrow();
    }
}
