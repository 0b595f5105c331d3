package dev.kith.data.trees;

import dev.kith.data.trees.TreeEnsemble.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Trees that are being grown, one after the other, on some of the rows; all rows have their values. For one thread. */
public final class Growth {
    /** A second slope below this would make a step without end. */
    private static final double FLATTEST = 1e-12;

    private final Boosting settings;
    private final Bins bins;
    private final double[] labels;
    private final double[] weights;
    private final int[] learned;
    private final int[] others;
    private final double[] f;
    private final double base;
    private final Slopes.Each each;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Integer> roots = new ArrayList<>();

    Growth(Boosting settings, Bins bins, double[] labels, double[] weights, int[] learned) {
        this.settings = settings;
        this.bins = bins;
        this.labels = labels;
        this.weights = weights;
        this.learned = learned.clone();
        boolean[] in = new boolean[labels.length];
        IntStream.of(learned).forEach(i -> in[i] = true);
        others = IntStream.range(0, in.length).filter(i -> !in[i]).toArray();
        base = settings.base(labels, weights, learned);
        f = new double[labels.length];
        Arrays.fill(f, base);
        boolean alike = !settings.classes() && IntStream.of(learned).allMatch(i -> weights[i] == 1);
        each = new Slopes.Each(new double[f.length], new double[f.length], alike);
        Arrays.fill(each.second(), 1);
    }

    /** Grows one more. */
    public void next() {
        slopes();
        Tree tree = new Tree(bins, learned.clone(), others.clone(), each, settings);
        roots.add(nodes.size());
        nodes.addAll(tree.grow(nodes.size()));
        tree.addTo(f);
    }

    public int count() {
        return roots.size();
    }

    /** What the trees that are there say of a row, whether they learn from it or not. */
    public double value(int row) {
        return f[row];
    }

    /** Those that are there. */
    public TreeEnsemble trees() {
        return new TreeEnsemble(bins.features(), base, roots, nodes);
    }

    private void slopes() {
        for (int i : learned) {
            double w = weights[i];
            if (settings.classes()) {
                double p = 1 / (1 + Math.exp(-f[i]));
                each.first()[i] = w * (p - labels[i]);
                each.second()[i] = w * Math.max(p * (1 - p), FLATTEST);
            } else {
                each.first()[i] = w * (f[i] - labels[i]);
                each.second()[i] = w;
            }
        }
    }
}
