package dev.kith.file.codec;

import dev.kith.data.DataException;
import dev.kith.linalg.Matrix;
import dev.kith.model.uncertainty.ErrorTable;
import dev.kith.model.uncertainty.HeldOutErrors;
import dev.kith.model.uncertainty.Probabilities;
import dev.kith.model.uncertainty.Sigmoid;
import dev.kith.model.uncertainty.StepCurve;
import dev.kith.model.uncertainty.Uncertainty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Tensors, all optional: optional_error_scale (T), optional_error_counts and optional_error_starts (T + 1 tables, that of
 * whole rows last), optional_error_sizes; optional_platt (T x 2: slope and offset), optional_isotonic_starts (T + 1),
 * optional_isotonic_decisions and optional_isotonic_probabilities; and what {@link PosteriorCodec} writes.
 */
public final class UncertaintyCodec {
    private static final String SCALE = Parts.OPTIONAL + "error_scale";
    private static final String COUNTS = Parts.OPTIONAL + "error_counts";
    private static final String STARTS = Parts.OPTIONAL + "error_starts";
    private static final String SIZES = Parts.OPTIONAL + "error_sizes";

    private static final String PLATT = Parts.OPTIONAL + "platt";
    private static final String CURVES = Parts.OPTIONAL + "isotonic_starts";
    private static final String PLACES = Parts.OPTIONAL + "isotonic_decisions";
    private static final String VALUES = Parts.OPTIONAL + "isotonic_probabilities";

    private UncertaintyCodec() {}

    public static void write(Uncertainty uncertainty, Parts to) {
        uncertainty.errors().ifPresent(errors -> write(errors, to));
        uncertainty.posterior().ifPresent(posterior -> PosteriorCodec.write(posterior, to));
        uncertainty.probabilities().ifPresent(probabilities -> write(probabilities, to));
    }

    static Uncertainty read(Parts from) {
        return new Uncertainty(
                from.has(SCALE) ? Optional.of(readErrors(from)) : Optional.empty(),
                PosteriorCodec.read(from),
                from.has(PLATT) ? Optional.of(readProbabilities(from)) : Optional.empty());
    }

    private static void write(HeldOutErrors errors, Parts to) {
        List<ErrorTable> tables = new ArrayList<>(errors.tasks());
        tables.add(errors.joint());
        to.addRow(SCALE, errors.scale());
        to.add(COUNTS, tables.stream().mapToInt(ErrorTable::count).toArray());
        to.add(
                STARTS,
                starts(tables.stream().mapToInt(table -> table.kept().length).toArray()));
        to.add(
                SIZES,
                tables.stream()
                        .flatMapToDouble(table -> Arrays.stream(table.kept()))
                        .toArray());
    }

    private static HeldOutErrors readErrors(Parts from) {
        Matrix scale = from.row(SCALE);
        int[] counts = from.ints(COUNTS);
        int[] starts = from.ints(STARTS);
        double[] sizes = from.doubles(SIZES);
        requireStarts(STARTS, starts, counts.length, sizes.length);
        if (counts.length != scale.cols() + 1) {
            throw new DataException(
                    "tensor '" + COUNTS + "' must have " + (scale.cols() + 1) + " entries, got " + counts.length);
        }
        List<ErrorTable> tables = new ArrayList<>();
        for (int t = 0; t < counts.length; t++) {
            tables.add(new ErrorTable(counts[t], Arrays.copyOfRange(sizes, starts[t], starts[t + 1])));
        }
        return new HeldOutErrors(scale, tables.subList(0, counts.length - 1), tables.get(counts.length - 1));
    }

    private static void write(Probabilities probabilities, Parts to) {
        Matrix platt = Matrix.zeros(probabilities.platt().size(), 2);
        for (int t = 0; t < platt.rows(); t++) {
            platt.set(t, 0, probabilities.platt().get(t).slope());
            platt.set(t, 1, probabilities.platt().get(t).offset());
        }
        List<StepCurve> curves = probabilities.isotonic();
        to.add(PLATT, platt);
        to.add(
                CURVES,
                starts(curves.stream().mapToInt(curve -> curve.places().length).toArray()));
        to.add(
                PLACES,
                curves.stream()
                        .flatMapToDouble(curve -> Arrays.stream(curve.places()))
                        .toArray());
        to.add(
                VALUES,
                curves.stream()
                        .flatMapToDouble(curve -> Arrays.stream(curve.values()))
                        .toArray());
    }

    private static Probabilities readProbabilities(Parts from) {
        Matrix platt = from.matrix(PLATT);
        if (platt.cols() != 2) {
            throw new DataException("tensor '" + PLATT + "' must have 2 columns, got " + platt.cols());
        }
        int[] starts = from.ints(CURVES);
        double[] places = from.doubles(PLACES);
        double[] values = from.doubles(VALUES);
        requireStarts(CURVES, starts, platt.rows(), places.length);
        requireStarts(CURVES, starts, platt.rows(), values.length);
        List<Sigmoid> sigmoids = new ArrayList<>();
        List<StepCurve> curves = new ArrayList<>();
        for (int t = 0; t < platt.rows(); t++) {
            sigmoids.add(new Sigmoid(platt.get(t, 0), platt.get(t, 1)));
            curves.add(new StepCurve(
                    Arrays.copyOfRange(places, starts[t], starts[t + 1]),
                    Arrays.copyOfRange(values, starts[t], starts[t + 1])));
        }
        return new Probabilities(sigmoids, curves);
    }

    private static int[] starts(int[] lengths) {
        int[] starts = new int[lengths.length + 1];
        for (int t = 0; t < lengths.length; t++) {
            starts[t + 1] = starts[t] + lengths[t];
        }
        return starts;
    }

    /** Refuses starts that do not divide {@code length} values into {@code parts}. */
    private static void requireStarts(String name, int[] starts, int parts, int length) {
        boolean right = starts.length == parts + 1 && starts[0] == 0 && starts[parts] == length;
        for (int t = 0; right && t < parts; t++) {
            right = starts[t] <= starts[t + 1];
        }
        if (!right) {
            throw new DataException(
                    "tensor '" + name + "' must ascend from 0 to " + length + " in " + (parts + 1) + " entries");
        }
    }
}
