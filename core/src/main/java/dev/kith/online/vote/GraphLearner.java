package dev.kith.online.vote;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Round;
import dev.kith.online.Row;
import dev.kith.online.SharingSearch;
import dev.kith.online.Snapshot;
import dev.kith.online.TaskRelations;
import dev.kith.online.UniformSharing;
import dev.kith.online.Update;
import dev.kith.online.Weights;
import dev.kith.online.perceptron.RelatedPerceptron;
import dev.kith.online.perceptron.SharedPerceptron;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds out while running which tasks are alike: multitask Perceptrons side by side, each with a graph of tasks and learning from its own
 * mistakes, that predict by weighted majority ({@link Votes}). The graphs: no edges; all edges, once and sixteen times; one that is given, if
 * any; and three inferred ones,
 *
 * <pre>
 *   A = I + s Laplacian(c),   c_ij = max(0, cos(w_i, w_j))^2,   s = 1, 4, 16
 * </pre>
 *
 * with w_i the averaged weights of a Perceptron of task i alone. They are inferred anew whenever the rows have doubled.
 */
public final class GraphLearner implements OnlineLearner {
    /*
     * The open problem of section 8 of the paper: "is it possible to achieve meaningful bounds when the graph is hidden?". What is proven
     * here is a bound against the best of the candidates (twice its mistakes and a square root, see Votes), so never much worse than tasks
     * apart, pooled tasks or a given graph, each of which has theorem 1. Nothing is proven of how good the inferred graphs are: that is
     * measured (docs/bench/online.md).
     */
    /** What its snapshots call it. */
    public static final String SNAPSHOT = "graph";

    private static final double[] STRENGTHS = {1, 4, 16};

    /** Rows per task before the first graph. */
    private static final int FIRST = 8;

    private final VotingLearner panel;
    private final OnlineLearner alone;
    private int width;
    private long rows;
    private long next;

    private GraphLearner(VotingLearner panel, OnlineLearner alone) {
        this.panel = panel;
        this.alone = alone;
    }

    /**
     * A learner that has seen nothing yet.
     *
     * @param given relations to try beside the others
     */
    public static GraphLearner of(Optional<TaskRelations> given) {
        List<OnlineLearner> members = new ArrayList<>();
        members.add(new SharedPerceptron(new UniformSharing(0)));
        members.add(new SharedPerceptron(UniformSharing.pairwise()));
        members.add(new SharedPerceptron(new UniformSharing(16, true)));
        for (int k = 0; k < STRENGTHS.length; k++) {
            members.add(new InferredPerceptron());
        }
        given.ifPresent(relations -> members.add(new RelatedPerceptron(relations)));
        GraphLearner made = new GraphLearner(
                VotingLearner.of(names(members.size()), members),
                new SharedPerceptron(new UniformSharing(0), new Update.Mistake(), true));
        given.ifPresent(relations -> made.announce(relations.size()));
        return made;
    }

    private static List<String> names(int count) {
        List<String> names = new ArrayList<>(List.of("no edges", "all edges", "all edges x 16"));
        for (double strength : STRENGTHS) {
            names.add("inferred" + (strength == 1 ? "" : " x " + (int) strength));
        }
        if (count > names.size()) {
            names.add("given");
        }
        return names;
    }

    @Override
    public String name() {
        return "graph";
    }

    @Override
    public int tasks() {
        return panel.tasks();
    }

    @Override
    public void announce(int count) {
        panel.announce(count);
        alone.announce(count);
    }

    @Override
    public double predict(int task, Row x) {
        announce(task + 1);
        return panel.predict(task, x);
    }

    @Override
    public void update(int task, Row x, double y, double margin) {
        panel.update(task, x, y, margin);
        follow(task, x, y);
        inferWhenDue();
    }

    @Override
    public double learn(int task, Row x, double y) {
        announce(task + 1);
        double vote = panel.learn(task, x, y);
        follow(task, x, y);
        inferWhenDue();
        return vote;
    }

    @Override
    public void learn(Round round) {
        panel.learn(round);
        for (int k = 0; k < round.size(); k++) {
            follow(round.task(k), round.row(k), round.label(k));
        }
        inferWhenDue();
    }

    private void follow(int task, Row x, double y) {
        alone.learn(task, x, y);
        width = Math.max(width, x.width());
        rows++;
    }

    private void inferWhenDue() {
        long due = Math.max(next, (long) FIRST * tasks());
        if (rows < due) {
            return;
        }
        next = 2 * rows;
        Matrix alike = alike();
        for (int k = 0; k < STRENGTHS.length; k++) {
            inferred(k).relate(TaskRelations.graph(alike.scale(STRENGTHS[k])));
        }
    }

    private InferredPerceptron inferred(int k) {
        return (InferredPerceptron) panel.members().get(3 + k);
    }

    /** c. */
    private Matrix alike() {
        Matrix weights = ((Weights.Linear) alone.weights(width)).matrix();
        Matrix products =
                LinearAlgebra.best().multiplyTransposeA(weights, weights).symmetrized();
        int n = products.rows();
        Matrix alike = Matrix.zeros(n, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double size = products.get(i, i) * products.get(j, j);
                double cosine = size > 0 ? products.get(i, j) / Math.sqrt(size) : 0;
                alike.set(i, j, i == j ? 0 : Math.pow(Math.max(0, cosine), 2));
            }
        }
        return alike.symmetrized();
    }

    /** The interaction among all tasks of the inferred graph with the fewest mistakes. */
    @Override
    public Optional<Matrix> structure() {
        List<SharingSearch.Candidate> all = search().orElseThrow().candidates();
        int best = 0;
        for (int k = 1; k < STRENGTHS.length; k++) {
            best = all.get(3 + k).mistakes() < all.get(3 + best).mistakes() ? k : best;
        }
        TaskRelations relations = inferred(best).relations();
        int n = tasks();
        Matrix between = Matrix.zeros(n, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                between.set(i, j, relations.between(i, j, n));
            }
        }
        return Optional.of(between);
    }

    @Override
    public Optional<SharingSearch> search() {
        return panel.search();
    }

    /** Those of the candidate with the fewest mistakes. */
    @Override
    public Weights weights(int features) {
        return panel.weights(features);
    }

    @Override
    public Snapshot snapshot() {
        return Snapshot.builder()
                .text("learner", SNAPSHOT)
                .counts("seen", width, rows, next)
                .part("panel", panel.snapshot())
                .part("alone", alone.snapshot())
                .build();
    }

    /**
     * The learner that was saved.
     *
     * @param restore how members come back that are learners of their own
     */
    public static GraphLearner restore(Snapshot from, Function<Snapshot, OnlineLearner> restore) {
        Snapshot saved = from.part("panel");
        VotingLearner panel = VotingLearner.restore(
                names((int) saved.count("members")),
                saved,
                member -> member.text("learner").equals(InferredPerceptron.SNAPSHOT)
                        ? InferredPerceptron.restore(member)
                        : restore.apply(member));
        for (int k = 0; k < STRENGTHS.length; k++) {
            if (!(panel.members().get(3 + k) instanceof InferredPerceptron)) {
                throw new IllegalArgumentException("snapshot: member " + (3 + k) + " must be an inferred graph");
            }
        }
        GraphLearner restored = new GraphLearner(panel, restore.apply(from.part("alone")));
        long[] seen = from.counts("seen");
        restored.width = (int) seen[0];
        restored.rows = seen[1];
        restored.next = seen[2];
        return restored;
    }
}
