package dev.kith.select.grid;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.evidence.Evidence;
import dev.kith.data.Dataset;
import dev.kith.kernel.Kernel;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.NumericalException;
import dev.kith.method.Method;
import dev.kith.method.Parameter;
import dev.kith.method.Parameter.Kind;
import dev.kith.method.SettingException;
import dev.kith.method.Settings;
import dev.kith.method.Setup;
import dev.kith.model.Trainer;
import dev.kith.numeric.QuasiNewton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.IntConsumer;

/**
 * Lambda and open parameters where the labels are most likely, {@link Evidence}: BFGS from several starts, each coordinate between
 * bounds a little beyond those of a search by folds.
 */
public final class EvidenceSearch {
    /** What is said of values that were chosen so. */
    public static final String REASON = "evidence";

    /** Where searches start: lambda in units of the data's scale, and how far along its grid each parameter is, 0 to 1. */
    private static final double[][] STARTS = {{1e-2, 0.5}, {1e-1, 0.35}, {1e-3, 0.65}};

    private static final double LEAST_LAMBDA = 1e-8;
    private static final double MOST_LAMBDA = 1e3;
    /** Grids are left by so much at both ends, where the range allows it. */
    private static final double BEYOND = 4;
    /** -2 log p changes by no more than about this per unit of a coordinate. */
    private static final double FLAT = 1e-2;

    private static final int MOST_STEPS = 40;

    private final Method method;
    private final Setup setup;
    private final OptionalDouble lambda;
    private final int tasks;
    private final double scale;
    private final List<Coordinate> coordinates = new ArrayList<>();
    private final Evidence evidence;

    /**
     * What was found.
     *
     * @param value -2 log p there, in scaled units
     */
    public record Found(Settings settings, double lambda, double value) {}

    /**
     * @param most rows that are looked at
     * @throws SettingException if the method's fit is no Gaussian process
     */
    public EvidenceSearch(Method method, Setup setup, OptionalDouble lambda, Dataset data, int most) {
        this.method = method;
        this.setup = setup;
        this.lambda = lambda;
        this.tasks = data.taskCount();
        Kernel kernel = setup.kernel();
        this.scale = LambdaGrid.decades(data, kernel, setup.training())[1];
        if (lambda.isEmpty()) {
            coordinates.add(new Coordinate("", true, Math.log(LEAST_LAMBDA * scale), Math.log(MOST_LAMBDA * scale)));
        }
        setup.settings().open().forEach(parameter -> coordinates.add(coordinate(parameter)));
        ConvexTrainer first = trainer(method, setup, setup.settings().start(tasks), scale);
        Evidence.refusal(first).ifPresent(why -> {
            throw refused(why);
        });
        this.evidence = Evidence.of(data, first, most);
    }

    private static SettingException refused(String why) {
        return new SettingException("choose", why);
    }

    /** Refuses what is no Gaussian process before any data are read. */
    public static void requireSuits(Method method, Setup setup) {
        Evidence.refusal(trainer(method, setup, setup.settings().first(), 1)).ifPresent(why -> {
            throw refused(why);
        });
    }

    private static ConvexTrainer trainer(Method method, Setup setup, Settings settings, double lambda) {
        Trainer<?> trainer = method.trainer(setup.with(settings), lambda);
        if (trainer instanceof ConvexTrainer convex) {
            return convex;
        }
        throw refused(
                "evidence is for fits of the squared loss with a known structure (stl, pooled, mean, graph, groups, tree,"
                        + " metric), free intercepts, labels as they are and features of the table; this one of method '"
                        + method.name()
                        + "' is not such a fit");
    }

    private Coordinate coordinate(Parameter parameter) {
        List<Double> grid = parameter.grid(tasks);
        double low = grid.get(0);
        double high = grid.get(grid.size() - 1);
        if (parameter.kind() != Kind.NUMBER) {
            throw refused("evidence moves numbers; " + parameter.name() + " auto is for cross-validation");
        }
        boolean log = low > 0 && high >= 10 * low;
        return log
                ? new Coordinate(parameter.name(), true, Math.log(low / BEYOND), Math.log(high * BEYOND))
                : new Coordinate(parameter.name(), false, low, high);
    }

    /**
     * A number that is moved; logistic between its bounds, so that none is ever passed.
     *
     * @param name empty for lambda
     */
    private record Coordinate(String name, boolean log, double low, double high) {
        double at(double z) {
            return low + (high - low) / (1 + Math.exp(-z));
        }

        double inverse(double place) {
            double share = Math.min(1 - 1e-6, Math.max(1e-6, (place - low) / (high - low)));
            return Math.log(share / (1 - share));
        }

        double slope(double z) {
            double share = 1 / (1 + Math.exp(-z));
            return (high - low) * share * (1 - share);
        }

        double value(double place) {
            return log ? Math.exp(place) : place;
        }
    }

    /** The best of all starts; the listener hears how many evaluations there were. */
    public Found run(IntConsumer listener) {
        return LinearAlgebra.withThreads(setup.training().threads(), () -> {
            double[] best = {};
            double least = Double.POSITIVE_INFINITY;
            int[] count = {0};
            for (double[] start : STARTS) {
                QuasiNewton search = new QuasiNewton(
                        (z, slope) -> {
                            listener.accept(++count[0]);
                            return at(z, slope);
                        },
                        start(start),
                        scales());
                search.run(steps -> steps >= MOST_STEPS
                        || Arrays.stream(search.point().gradient()).allMatch(g -> Math.abs(g) <= FLAT));
                if (best.length == 0 || search.point().value() < least) {
                    least = search.point().value();
                    best = search.point().x();
                }
            }
            double[] place = places(best);
            return new Found(settings(place, true), strength(place, true), least);
        });
    }

    private double[] scales() {
        double[] scales = new double[coordinates.size()];
        Arrays.fill(scales, 1.0 / Math.max(1, evidence.size()));
        return scales;
    }

    private double[] start(double... start) {
        double[] z = new double[coordinates.size()];
        for (int i = 0; i < z.length; i++) {
            Coordinate c = coordinates.get(i);
            z[i] = c.name().isEmpty()
                    ? c.inverse(Math.log(start[0] * scale))
                    : c.inverse(c.low() + start[1] * (c.high() - c.low()));
        }
        return z;
    }

    private double[] places(double... z) {
        double[] place = new double[z.length];
        Arrays.setAll(place, i -> coordinates.get(i).at(z[i]));
        return place;
    }

    private double at(double[] z, double[] slope) {
        try {
            Evidence.Point point = evidence.at(
                    place -> trainer(method, setup, settings(place, false), strength(place, false)), places(z));
            for (int i = 0; i < z.length; i++) {
                slope[i] = point.slope()[i] * coordinates.get(i).slope(z[i]);
            }
            return point.value();
        } catch (NumericalException singular) {
            Arrays.fill(slope, Double.NaN);
            return Double.POSITIVE_INFINITY;
        }
    }

    private Settings settings(double[] place, boolean rounded) {
        Settings settings = setup.settings();
        for (int i = 0; i < place.length; i++) {
            Coordinate c = coordinates.get(i);
            if (!c.name().isEmpty()) {
                settings = settings.with(c.name(), rounded(c.value(place[i]), rounded));
            }
        }
        return settings;
    }

    private double strength(double[] place, boolean rounded) {
        return lambda.isPresent()
                ? lambda.getAsDouble()
                : rounded(coordinates.get(0).value(place[0]), rounded);
    }

    /** Three digits, for what people read. */
    private static double rounded(double value, boolean rounded) {
        return rounded ? Double.parseDouble(String.format(Locale.ROOT, "%.2e", value)) : value;
    }
}
