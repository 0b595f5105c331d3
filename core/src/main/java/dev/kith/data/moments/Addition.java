package dev.kith.data.moments;

import dev.kith.data.DataException;
import dev.kith.data.Source;
import dev.kith.data.shape.Checks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The sum of two moments, tasks and features matched by name. */
final class Addition {
    private Addition() {}

    /** Both without folds. */
    static Moments of(Moments a, Moments b) {
        if (!Set.copyOf(a.features()).equals(Set.copyOf(b.features()))) {
            throw new DataException(
                    "moments to add must have the same features, got " + a.features() + " and " + b.features());
        }
        boolean shared = a.shared() && b.shared() && a.tasks().equals(b.tasks());
        Set<String> union = new LinkedHashSet<>(a.tasks());
        union.addAll(b.tasks());
        List<String> tasks = new ArrayList<>(union);
        List<Cell[]> left = shared ? List.<Cell[]>of(a.cells()[0]) : byTask(a);
        List<Cell[]> right = shared ? List.<Cell[]>of(b.cells()[0]) : byTask(b);
        int labels = shared ? tasks.size() : 1;
        int width = labels + a.features().size();
        int[] columns = new int[width];
        Arrays.setAll(
                columns,
                j -> j < labels ? j : labels + b.features().indexOf(a.features().get(j - labels)));
        Map<String, Integer> inA = Checks.positions(a.tasks());
        Map<String, Integer> inB = Checks.positions(b.tasks());
        boolean same = a.features().equals(b.features());
        Triangle work = new Triangle(width);
        Cell[][] sums = new Cell[shared ? 1 : tasks.size()][1];
        for (int g = 0; g < sums.length; g++) {
            Cell sum = new Cell(width);
            int there = shared ? 0 : inA.getOrDefault(tasks.get(g), -1);
            if (there >= 0) {
                sum.add(left.get(there)[0], work);
            }
            there = shared ? 0 : inB.getOrDefault(tasks.get(g), -1);
            if (there >= 0) {
                Cell other = right.get(there)[0];
                sum.add(same ? other : other.select(columns, new Triangle(width)), work);
            }
            sum.settle(work);
            sums[g][0] = sum;
        }
        return new Moments(tasks, a.features(), sums, 0, 0, Math.addExact(a.rows(), b.rows()))
                .with(source(a.source(), b.source()), a.columns());
    }

    private static List<Cell[]> byTask(Moments m) {
        return m.shared()
                ? Cells.byTask(m.cells()[0], m.tasks().size(), m.features().size())
                : List.of(m.cells());
    }

    private static Source source(Source a, Source b) {
        String name = a.name().isEmpty() ? b.name() : b.name().isEmpty() ? a.name() : a.name() + " + " + b.name();
        return new Source(name, a.read() + b.read(), a.skipped() + b.skipped(), "");
    }
}
