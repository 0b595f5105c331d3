package dev.kith.select;

import dev.kith.score.Scores;
import dev.kith.select.Comparison.Compared;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The methods of a comparison that are done, so that one that is cut short can say at once what it has found. */
final class Finished implements Trials.Listener {
    /*
     * Intervals, and a first report, take longer than a program that is told to end has left. So they are worked out as
     * methods finish, by the threads that trained them; intervals are needed in the end anyway.
     */
    private final List<MethodContender> contenders;
    private final BiFunction<HeldOut, HeldOut, Gains> gains;
    private final Function<HeldOut, Scores> scores;
    private final Function<List<Compared>, Comparison> partly;
    private final Compare.Listener listener;
    private final CompletableFuture<HeldOut> baseline = new CompletableFuture<>();
    private final Map<String, CompletableFuture<Compared>> finished = new ConcurrentHashMap<>();
    private final Map<String, String> refused = new ConcurrentSkipListMap<>();

    /**
     * @param contenders all of them, the baseline first
     * @param gains of a method over the baseline, which comes first
     * @param partly a comparison of some methods
     */
    Finished(
            List<MethodContender> contenders,
            Function<HeldOut, Scores> scores,
            BiFunction<HeldOut, HeldOut, Gains> gains,
            Function<List<Compared>, Comparison> partly,
            Compare.Listener listener) {
        this.contenders = contenders;
        this.scores = scores;
        this.gains = gains;
        this.partly = partly;
        this.listener = listener;
    }

    @Override
    public void trained(String name, double seconds, int done, int of) {
        listener.trained(name, seconds, done, of);
    }

    @Override
    public void refused(String name, String why) {
        refused.put(name, why);
    }

    /** The methods that are left out as they do not take the data, and why. */
    Map<String, String> refused() {
        return Map.copyOf(refused);
    }

    @Override
    public void finished(HeldOut result) {
        // By this thread, or where the baseline is not there yet by the one that brings it.
        finished.put(result.name(), baseline.thenApply(alone -> compared(alone, result)));
        if (result.name().equals(contenders.get(0).name())) {
            baseline.complete(result);
        }
        tell();
    }

    /** What can be said so far; after the last method the comparison itself says it. */
    synchronized void tell() {
        List<MethodContender> done =
                contenders.stream().filter(contender -> done(contender.name())).toList();
        if (done.size() < contenders.size()) {
            boolean tells = done.size() > 1 && done.get(0).equals(contenders.get(0));
            listener.soFar(
                    done.stream().map(MethodContender::name).toList(),
                    contenders.size(),
                    tells ? Optional.of(partly.apply(compared(done))) : Optional.empty());
        }
    }

    private Compared compared(HeldOut alone, HeldOut held) {
        MethodContender contender = contenders.stream()
                .filter(one -> one.name().equals(held.name()))
                .findFirst()
                .orElseThrow();
        return new Compared(contender.method(), held, scores.apply(held), gains.apply(alone, held));
    }

    /** What the methods of these results show, when their trainings are done. */
    List<Compared> of(List<HeldOut> results) {
        return compared(contenders.stream()
                .filter(contender ->
                        results.stream().anyMatch(held -> held.name().equals(contender.name())))
                .toList());
    }

    private List<Compared> compared(List<MethodContender> of) {
        return of.stream().map(contender -> get(contender.name())).toList();
    }

    private boolean done(String name) {
        CompletableFuture<Compared> compared = finished.get(name);
        return compared != null && compared.isDone() && !compared.isCompletedExceptionally();
    }

    private Compared get(String name) {
        try {
            return Objects.requireNonNull(finished.get(name), name).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
