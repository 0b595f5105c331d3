package dev.kith.file.codec;

import dev.kith.constraint.Affine;
import dev.kith.constraint.Box;
import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.constraint.PointCloud;
import dev.kith.constraint.ProjectionException;
import dev.kith.data.DataException;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.ModelInfo;
import dev.kith.model.decoder.Decoder;
import dev.kith.model.decoder.LossDecoder;
import dev.kith.model.decoder.MomentDecoder;
import dev.kith.model.decoder.PredictionDecoder;
import dev.kith.model.decoder.Relaxation;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Texts: constraint (its spec), decoder (predictions, moments or loss), relaxation and relaxation_size, base (the base
 * model's description). Tensors: constraint_points for a cloud, constraint_equations (rank x (T + 1)) for a plane
 * given by numbers, constraint_lower and constraint_upper for a box with differing sides, decoder_weights or
 * decoder_confidence (T), decoder_columns, and the base model's own, named base.NAME.
 */
final class ConstrainedCodec implements Codec<ConstrainedModel> {
    private static final String BASE = "base.";

    @Override
    public String kind() {
        return "constrained";
    }

    @Override
    public Class<ConstrainedModel> type() {
        return ConstrainedModel.class;
    }

    @Override
    public void write(ConstrainedModel model, Parts to) {
        writeSet(model.decoder().set(), model.info().tasks(), to);
        writeDecoder(model.decoder(), to);
        Parts base = new Parts();
        to.add("base", ModelContent.write(model.base(), base));
        base.tensors().forEach((name, tensor) -> to.tensors().put(BASE + name, tensor));
    }

    private static void writeSet(ConstraintSet set, List<String> tasks, Parts to) {
        to.add("constraint", set.spec());
        if (set instanceof PointCloud cloud) {
            to.add("constraint_points", cloud.points());
        } else if (set instanceof Affine plane && set.spec().equals("affine")) {
            to.add("constraint_equations", plane.equations());
        } else if (set instanceof Box box && set.spec().equals("box")) {
            to.add("constraint_lower", box.lower());
            to.add("constraint_upper", box.upper());
        } else if (!readsBack(set, tasks)) {
            throw new IllegalArgumentException("constraint '" + set.spec()
                    + "' cannot be kept in a model file: its text must read back to an equal set; see"
                    + " ConstraintSetProvider");
        }
    }

    private static boolean readsBack(ConstraintSet set, List<String> tasks) {
        try {
            return ConstraintSets.parse(set.spec(), tasks).equals(set);
        } catch (IllegalArgumentException | ProjectionException unknown) {
            return false;
        }
    }

    private static void writeDecoder(Decoder decoder, Parts to) {
        to.add("relaxation", decoder.relaxation().kind().name().toLowerCase(Locale.ROOT));
        to.add("relaxation_size", Double.toString(decoder.relaxation().size()));
        if (decoder instanceof PredictionDecoder predictions) {
            to.add("decoder", "predictions");
            to.addRow("decoder_weights", predictions.weights());
        } else if (decoder instanceof MomentDecoder moments) {
            to.add("decoder", "moments");
            to.addRow("decoder_confidence", moments.usual());
        } else if (decoder instanceof LossDecoder losses) {
            if (!Losses.find(losses.loss().name()).equals(Optional.of(losses.loss()))) {
                throw new IllegalArgumentException("loss '" + losses.loss().name()
                        + "' cannot be kept in a model file: its name must read back to an equal loss; see"
                        + " LossProvider");
            }
            to.add("decoder", "loss");
            to.addRow("decoder_confidence", losses.usual());
            to.add("decoder_columns", losses.columns());
        }
    }

    @Override
    public ConstrainedModel read(ModelInfo info, Parts from) {
        ConstraintSet set = readSet(info.tasks(), from);
        Decoder decoder = readDecoder(info, set, from);
        String description = from.text("base");
        Parts base = new Parts();
        List.copyOf(from.tensors().keySet()).stream()
                .filter(name -> name.startsWith(BASE))
                .forEach(name -> base.tensors()
                        .put(
                                name.substring(BASE.length()),
                                java.util.Objects.requireNonNull(from.tensors().remove(name))));
        return new ConstrainedModel(
                info, ModelContent.read(description, base.tensors()).model(), decoder);
    }

    private static ConstraintSet readSet(List<String> tasks, Parts from) {
        String spec = from.text("constraint");
        if (from.has("constraint_points")) {
            return new PointCloud(from.matrix("constraint_points"));
        }
        if (from.has("constraint_equations")) {
            return affine(from.matrix("constraint_equations"));
        }
        if (from.has("constraint_lower")) {
            return new Box(from.matrix("constraint_lower"), from.matrix("constraint_upper"));
        }
        try {
            return ConstraintSets.parse(spec, tasks);
        } catch (ProjectionException e) {
            throw new DataException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Affine affine(Matrix equations) {
        int tasks = equations.cols() - 1;
        Matrix coefficients = Matrix.zeros(equations.rows(), Math.max(0, tasks));
        for (int k = 0; k < equations.rows(); k++) {
            for (int t = 0; t < tasks; t++) {
                coefficients.set(k, t, equations.get(k, t));
            }
        }
        return new Affine(coefficients, tasks < 0 ? new double[0] : equations.column(tasks));
    }

    private static Decoder readDecoder(ModelInfo info, ConstraintSet set, Parts from) {
        Relaxation relaxation = relaxation(from);
        String kind = from.text("decoder");
        return switch (kind) {
            case "predictions" -> new PredictionDecoder(set, from.row("decoder_weights"), relaxation);
            case "moments", "common-moments" -> new MomentDecoder(set, from.row("decoder_confidence"), relaxation);
            case "loss" ->
                new LossDecoder(
                        set, Losses.parse(info.loss()), from.matrix("decoder_columns"), from.row("decoder_confidence"));
            default -> throw new DataException("unknown decoder '" + kind + "'");
        };
    }

    private static Relaxation relaxation(Parts from) {
        String kind = from.text("relaxation");
        double size = Double.parseDouble(from.text("relaxation_size"));
        for (Relaxation.Kind known : Relaxation.Kind.values()) {
            if (known.name().toLowerCase(Locale.ROOT).equals(kind)) {
                return new Relaxation(known, size);
            }
        }
        throw new DataException("unknown relaxation '" + kind + "'");
    }
}
