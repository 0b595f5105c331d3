package dev.kith.online.vote;

import dev.kith.online.OnlineLearner;
import dev.kith.online.Round;
import dev.kith.online.Row;
import dev.kith.online.SharingSearch;
import dev.kith.online.Snapshot;
import dev.kith.online.UniformSharing;
import dev.kith.online.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Learners of one kind side by side, each with an amount of sharing of its own and learning from its own mistakes; they predict by
 * weighted majority ({@link Votes}), with a proven number of mistakes beyond twice those of the best. Costs what its members cost.
 * The model it leaves behind is that of the member with the fewest mistakes.
 */
public final class VotingLearner implements OnlineLearner {
    /** What its snapshots call it. */
    public static final String SNAPSHOT = "vote";

    /** b over K of the members. */
    private static final double[] GRID = {0, 0.25, 1, 4, 16};

    private final List<String> names;
    private final List<OnlineLearner> members;
    private final Votes votes;
    private final double[] margins;

    private VotingLearner(List<String> names, List<OnlineLearner> members, Votes votes) {
        int expected = names.isEmpty() ? GRID.length : names.size();
        if (members.size() != expected || votes.size() != expected) {
            throw new IllegalArgumentException("a vote has " + expected + " members, got " + members.size());
        }
        this.names = names;
        this.members = members;
        this.votes = votes;
        this.margins = new double[members.size()];
    }

    /** One member for every b of a grid from 0 to 16 times the number of tasks. */
    public static VotingLearner overSharing(Function<UniformSharing, OnlineLearner> make) {
        List<OnlineLearner> members = new ArrayList<>();
        for (double beta : GRID) {
            members.add(make.apply(new UniformSharing(beta, true)));
        }
        return new VotingLearner(List.of(), List.copyOf(members), new Votes(GRID.length));
    }

    /** Members that differ in something else than b, and what they are called. */
    static VotingLearner of(List<String> names, List<OnlineLearner> members) {
        return new VotingLearner(List.copyOf(names), List.copyOf(members), new Votes(members.size()));
    }

    List<OnlineLearner> members() {
        return members;
    }

    /** The member with the fewest mistakes. */
    int leader() {
        return votes.leader();
    }

    @Override
    public String name() {
        return members.get(0).name();
    }

    @Override
    public int tasks() {
        return members.get(0).tasks();
    }

    @Override
    public void announce(int count) {
        members.forEach(member -> member.announce(count));
    }

    @Override
    public double predict(int task, Row x) {
        announce(task + 1);
        predictInto(margins, task, x);
        return votes.of(margins);
    }

    private void predictInto(double[] out, int task, Row x) {
        for (int e = 0; e < out.length; e++) {
            out[e] = members.get(e).predict(task, x);
        }
    }

    @Override
    public void update(int task, Row x, double y, double margin) {
        announce(task + 1);
        predictInto(margins, task, x);
        learnFrom(margins, task, x, y);
    }

    @Override
    public double learn(int task, Row x, double y) {
        double vote = predict(task, x);
        learnFrom(margins, task, x, y);
        return vote;
    }

    private void learnFrom(double[] all, int task, Row x, double y) {
        for (int e = 0; e < all.length; e++) {
            members.get(e).update(task, x, y, all[e]);
        }
        votes.observe(all, y);
    }

    @Override
    public void learn(Round round) {
        for (int k = 0; k < round.size(); k++) {
            announce(round.task(k) + 1);
        }
        double[][] all = new double[round.size()][members.size()];
        for (int k = 0; k < round.size(); k++) {
            predictInto(all[k], round.task(k), round.row(k));
            round.margin(k, votes.of(all[k]));
        }
        for (int k = 0; k < round.size(); k++) {
            learnFrom(all[k], round.task(k), round.row(k), round.label(k));
        }
    }

    @Override
    public Snapshot snapshot() {
        Snapshot.Builder to = Snapshot.builder().text("learner", SNAPSHOT).counts("members", members.size());
        votes.save(to);
        for (int e = 0; e < members.size(); e++) {
            to.part("member " + e, members.get(e).snapshot());
        }
        return to.build();
    }

    /**
     * The learner that was saved.
     *
     * @param restore how members come back
     */
    public static VotingLearner restore(Snapshot from, Function<Snapshot, OnlineLearner> restore) {
        return restore(List.of(), from, restore);
    }

    static VotingLearner restore(List<String> names, Snapshot from, Function<Snapshot, OnlineLearner> restore) {
        List<OnlineLearner> members = new ArrayList<>();
        for (int e = 0; e < from.count("members"); e++) {
            members.add(restore.apply(from.part("member " + e)));
        }
        return new VotingLearner(names, List.copyOf(members), Votes.restore(from));
    }

    @Override
    public Weights weights(int features) {
        return members.get(votes.leader()).weights(features);
    }

    @Override
    public Optional<SharingSearch> search() {
        List<SharingSearch.Candidate> candidates = new ArrayList<>();
        for (int e = 0; e < members.size(); e++) {
            long mistakes = votes.mistakes(e);
            candidates.add(
                    names.isEmpty()
                            ? SharingSearch.Candidate.ofB(GRID[e] * tasks(), mistakes, votes.weight(e))
                            : new SharingSearch.Candidate(
                                    names.get(e), OptionalDouble.empty(), mistakes, votes.weight(e)));
        }
        return Optional.of(new SharingSearch(candidates, OptionalDouble.of(votes.allowed())));
    }
}
