package dev.kith.file.codec;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.constraint.Parametrisation;
import dev.kith.constraint.ProjectionException;
import dev.kith.data.DataException;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.decoder.Decoder;
import dev.kith.model.decoder.GeodesicDecoder;
import dev.kith.model.decoder.LossDecoder;
import dev.kith.model.decoder.MomentDecoder;
import dev.kith.model.decoder.ParametricDecoder;
import dev.kith.model.decoder.PredictionDecoder;
import dev.kith.model.decoder.Relaxation;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Texts: constraint (its spec), decoder (predictions, moments, parametric, geodesic, loss, or losses where they differ by task or the set may
 * be left), relaxation and relaxation_size, base (the base
 * model's description). Tensors: constraint_points for a cloud, constraint_equations (rank x (T + 1)) for a plane
 * given by numbers, constraint_lower and constraint_upper for a box with differing sides, decoder_weights or
 * decoder_confidence (T; 1 of geodesic), decoder_columns, decoder_points, and the base model's own, named base.NAME.
 */
final class ConstrainedCodec implements Codec<ConstrainedModel> {
    private static final String BASE = "base";
    private static final String ARRAY = "constraint_";

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
        writeDecoder(model.decoder(), model.info(), to);
        writeBase(model.base(), to);
    }

    /** Adds the model that another one is made of. */
    static void writeBase(Model model, Parts to) {
        to.addModel(BASE, model);
    }

    /** Takes the model that {@link #writeBase} added. */
    static Model readBase(Parts from) {
        return from.model(BASE);
    }

    private static void writeSet(ConstraintSet set, List<String> tasks, Parts to) {
        to.add("constraint", set.spec());
        Map<String, Matrix> arrays = set.arrays();
        arrays.forEach((name, array) -> to.add(ARRAY + name, array));
        if (!readsBack(set, tasks, arrays)) {
            throw new IllegalArgumentException("constraint '" + set.spec()
                    + "' cannot be kept in a model file: its text must read back to an equal set; see"
                    + " ConstraintSetProvider");
        }
    }

    private static boolean readsBack(ConstraintSet set, List<String> tasks, Map<String, Matrix> arrays) {
        try {
            ConstraintSet back = ConstraintSets.read(set.spec(), tasks, arrays);
            // equations are made orthonormal again, which may round
            return back.equals(set) || (!arrays.isEmpty() && back.getClass() == set.getClass());
        } catch (IllegalArgumentException | ProjectionException unknown) {
            return false;
        }
    }

    private static void writeDecoder(Decoder decoder, ModelInfo info, Parts to) {
        to.add("relaxation", decoder.relaxation().kind().name().toLowerCase(Locale.ROOT));
        to.add("relaxation_size", Double.toString(decoder.relaxation().size()));
        if (decoder instanceof PredictionDecoder predictions) {
            to.add("decoder", "predictions");
            to.addRow("decoder_weights", predictions.weights());
        } else if (decoder instanceof MomentDecoder moments) {
            to.add("decoder", "moments");
            to.addRow("decoder_confidence", moments.usual());
        } else if (decoder instanceof ParametricDecoder parametric) {
            to.add("decoder", "parametric");
            to.add("parametrisation", parametric.theta().text());
        } else if (decoder instanceof GeodesicDecoder geodesic) {
            to.add("decoder", "geodesic");
            to.addRow("decoder_confidence", geodesic.usual());
            to.add("decoder_points", geodesic.points());
        } else if (decoder instanceof LossDecoder losses) {
            requireReadable(losses.losses(), info);
            boolean plain = losses.relaxation().equals(Relaxation.none()) && new HashSet<>(losses.losses()).size() == 1;
            to.add("decoder", plain ? "loss" : "losses");
            to.addRow("decoder_confidence", losses.usual());
            to.add("decoder_columns", losses.columns());
        }
    }

    private static void requireReadable(List<Loss> losses, ModelInfo info) {
        for (int t = 0; t < losses.size(); t++) {
            String name = losses.get(t).name();
            if (Losses.find(name).isEmpty() || !losses(info).get(t).equals(losses.get(t))) {
                throw new IllegalArgumentException("loss '" + name
                        + "' cannot be kept in a model file: its name must read back to an equal loss; see"
                        + " LossProvider");
            }
        }
    }

    /** The losses of the tasks, by the names the model remembers. */
    private static List<Loss> losses(ModelInfo info) {
        Map<String, Loss> each = new TreeMap<>();
        for (int t = 0; t < info.tasks().size(); t++) {
            each.put(info.tasks().get(t), Losses.parse(info.loss(t)));
        }
        return TaskLosses.each(each).of(info.tasks());
    }

    @Override
    public ConstrainedModel read(ModelInfo info, Parts from) {
        ConstraintSet set = readSet(info.tasks(), from);
        Decoder decoder = readDecoder(info, set, from);
        return new ConstrainedModel(info, readBase(from), decoder);
    }

    private static ConstraintSet readSet(List<String> tasks, Parts from) {
        String spec = from.text("constraint");
        Map<String, Matrix> arrays = new TreeMap<>();
        for (String name : List.copyOf(from.tensors().keySet())) {
            if (name.startsWith(ARRAY)) {
                arrays.put(name.substring(ARRAY.length()), from.matrix(name));
            }
        }
        try {
            return ConstraintSets.read(spec, tasks, arrays);
        } catch (ProjectionException e) {
            throw new DataException(String.valueOf(e.getMessage()), e);
        }
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
            case "losses" ->
                new LossDecoder(
                        set, losses(info), from.matrix("decoder_columns"), from.row("decoder_confidence"), relaxation);
            case "geodesic" -> new GeodesicDecoder(set, from.matrix("decoder_points"), from.row("decoder_confidence"));
            case "parametric" ->
                new ParametricDecoder(
                        set,
                        Parametrisation.parse(
                                from.text("parametrisation"), info.tasks().size()));
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
