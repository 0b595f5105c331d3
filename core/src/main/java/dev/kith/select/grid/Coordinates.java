package dev.kith.select.grid;

import dev.kith.method.Parameter;
import dev.kith.method.Parameter.Kind;
import dev.kith.method.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a search moves: the decimal logarithm of lambda, and for each open parameter its place in its grid, between two of its
 * values where it need not be whole. A step of 1 is then about as much for each of them.
 *
 * @param lambdas values that have been tried; empty where lambda is not searched for
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
public record Coordinates(List<Parameter> open, int tasks, double[] lambdas) {
    private static final double DECADES = 10;

    private int first() {
        return lambdas.length == 0 ? 0 : 1;
    }

    public int count() {
        return first() + open.size();
    }

    /** A decade beyond what has been tried, and the ends of grids. */
    public double[] lower() {
        double[] lower = new double[count()];
        Arrays.stream(lambdas).min().ifPresent(least -> lower[0] = Math.log10(least) - 1);
        return lower;
    }

    public double[] upper() {
        double[] upper = new double[count()];
        Arrays.stream(lambdas).max().ifPresent(largest -> upper[0] = Math.log10(largest) + 1);
        for (int p = 0; p < open.size(); p++) {
            upper[first() + p] = open.get(p).grid(tasks).size() - 1.0;
        }
        return upper;
    }

    /**
     * Along each parameter, across each that trades off with lambda, and along lambda, which has been looked along before.
     * What is tried over decades is a strength or a scale, and trades off; shares and numbers of clusters do not.
     */
    public List<double[]> directions() {
        List<double[]> directions = new ArrayList<>();
        for (int p = 0; p < open.size(); p++) {
            directions.add(direction(first() + p, 0));
        }
        for (int p = 0; p < open.size() && first() == 1; p++) {
            List<Double> grid = open.get(p).grid(tasks);
            if (grid.get(0) > 0 && grid.get(grid.size() - 1) >= DECADES * grid.get(0)) {
                directions.add(direction(1 + p, -1));
                directions.add(direction(1 + p, 1));
            }
        }
        if (first() == 1) {
            directions.add(direction(0, 1));
        }
        return directions;
    }

    /** The same but for lambda alone, where a path of whole decades was followed already. */
    public List<double[]> directionsOfParameters() {
        List<double[]> all = directions();
        return first() == 1 ? all.subList(0, all.size() - 1) : all;
    }

    private double[] direction(int axis, double lambda) {
        double[] direction = new double[count()];
        direction[axis] = 1;
        if (lambda != 0) {
            direction[0] = lambda;
        }
        return direction;
    }

    public double[] of(Settings settings, double lambda) {
        double[] point = new double[count()];
        if (first() == 1) {
            point[0] = Math.log10(lambda);
        }
        for (int p = 0; p < open.size(); p++) {
            Parameter parameter = open.get(p);
            point[first() + p] = place(parameter.grid(tasks), settings.number(parameter.name()));
        }
        return point;
    }

    /** The place of the nearest value; a search that starts elsewhere moves to the grid with its first step. */
    private static double place(List<Double> grid, double value) {
        int nearest = 0;
        for (int i = 1; i < grid.size(); i++) {
            nearest = Math.abs(grid.get(i) - value) < Math.abs(grid.get(nearest) - value) ? i : nearest;
        }
        return nearest;
    }

    public Settings settings(Settings from, double[] point) {
        Settings changed = from;
        for (int p = 0; p < open.size(); p++) {
            changed = changed.with(open.get(p).name(), value(open.get(p), point[first() + p]));
        }
        return changed;
    }

    public double lambda(double[] point, double otherwise) {
        return first() == 1 ? LambdaGrid.rounded(Math.pow(10, point[0])) : otherwise;
    }

    private double value(Parameter parameter, double place) {
        List<Double> grid = parameter.grid(tasks);
        int below = (int) Math.floor(place);
        double part = place - below;
        if (part == 0 || below + 1 >= grid.size()) {
            return grid.get(Math.min(below, grid.size() - 1));
        }
        double low = grid.get(below);
        double high = grid.get(below + 1);
        if (parameter.kind() != Kind.NUMBER) {
            return part < 0.5 ? low : high;
        }
        return LambdaGrid.rounded(low > 0 ? low * Math.pow(high / low, part) : low + part * (high - low));
    }
}
