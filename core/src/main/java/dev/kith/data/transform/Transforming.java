package dev.kith.data.transform;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import java.util.Optional;

/**
 * What is asked for: labels as they are, a transform of them, or the one that cross-validation finds best.
 *
 * @param to empty where labels stay as they are, and before one was chosen
 * @param auto whether one shall be chosen
 * @param means whether predictions of the squared loss are corrected to means; else they are medians, as far as errors are symmetric
 */
public record Transforming(Optional<Transform> to, boolean auto, boolean means) {
    /** Labels as they are. */
    public static final Transforming NONE = new Transforming(Optional.empty(), false, true);

    /** The one with the least held-out error. */
    public static final Transforming AUTO = new Transforming(Optional.empty(), true, true);

    /** What {@link #parse} understands. */
    public static final String SYNTAX = "none, log, log1p, sqrt, log:median, log1p:median, sqrt:median or auto";

    private static final String MEDIAN = ":median";

    public Transforming {
        if (auto && to.isPresent()) {
            throw new IllegalArgumentException("what is left open must not be given");
        }
    }

    /** This one, predictions corrected to means where the loss is squared. */
    public static Transforming to(Transform transform) {
        return new Transforming(Optional.of(transform), false, true);
    }

    /** By what users write. */
    public static Transforming parse(String spec) {
        if (spec.equals("none")) {
            return NONE;
        }
        if (spec.equals("auto")) {
            return AUTO;
        }
        boolean median = spec.endsWith(MEDIAN);
        return Transform.named(median ? spec.substring(0, spec.length() - MEDIAN.length()) : spec)
                .map(one -> new Transforming(Optional.of(one), false, !median))
                .orElseThrow(
                        () -> new IllegalArgumentException("transform must be " + SYNTAX + ", got '" + spec + "'"));
    }

    /** Whether anything but labels as they are is asked for. */
    public boolean wanted() {
        return auto || to.isPresent();
    }

    public String spec() {
        return auto ? "auto" : to.map(one -> one.spec() + (means ? "" : MEDIAN)).orElse("none");
    }

    /**
     * The data with labels as they are learned.
     *
     * @throws DataException if a label cannot be transformed; the message names its row
     */
    public static Dataset learned(Dataset data, Transform transform) {
        data.requireRows("a transform of labels");
        double[] z = new double[data.size()];
        for (int o = 0; o < z.length; o++) {
            if (data.hasClasses(data.task(o))) {
                throw new DataException("a transform is for labels that are numbers; those of task '"
                        + data.tasks().get(data.task(o)) + "' are classes");
            }
            if (!transform.takes(data.label(o))) {
                throw refused(data, transform, o);
            }
            z[o] = transform.forward(data.label(o));
        }
        return data.withLabels(z);
    }

    private static DataException refused(Dataset data, Transform transform, int o) {
        double y = data.label(o);
        String source = data.source().name();
        return new DataException((source.isEmpty() ? "" : source + ": ") + "row "
                + (data.sourceRow(data.row(o)) + 1) + ", task '" + data.tasks().get(data.task(o)) + "': "
                + transform.meaning() + " needs them " + (transform == Transform.LOG ? "> 0" : ">= 0") + ", got " + y
                + (y == 0 ? "; log1p and sqrt take 0" : "; learn labels as they are"));
    }
}
