package dev.kith.cli;

import dev.kith.data.Dataset;
import dev.kith.select.Comparison;
import dev.kith.select.Gains;
import dev.kith.select.HeldOut;
import dev.kith.select.Measure;
import dev.kith.select.Scores;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The methods of a comparison that are done, so that one that is cut short can say at once what it has found. */
final class FinishedMethods implements Comparison.Listener {
    /*
     * Intervals, and a first report, take longer than a program that is told to end has left. So they are worked out as
     * methods finish, by the threads that trained them; intervals are needed in the end anyway.
     */
    private final Dataset data;
    private final CompareLabels labels;
    private final Measure measure;
    private final double level;
    private final List<Method> methods;
    private final TimeLeft clock;
    private final Terminal terminal;
    private Consumer<Partial> ready = partial -> {};
    private final CompletableFuture<HeldOut> baseline = new CompletableFuture<>();
    private final Map<String, CompletableFuture<Measured>> finished = new ConcurrentHashMap<>();

    /** A method beside the baseline. */
    private record Measured(HeldOut heldOut, Scores scores, Gains gains) {}

    /** @param methods all of them, the baseline first */
    FinishedMethods(
            Dataset data,
            CompareLabels labels,
            Measure measure,
            double level,
            List<Method> methods,
            TimeLeft clock,
            Terminal terminal) {
        this.data = data;
        this.labels = labels;
        this.measure = measure;
        this.level = level;
        this.methods = methods;
        this.clock = clock;
        this.terminal = terminal;
    }

    /** Hears after each method but the last what can be said so far. */
    void whenReady(Consumer<Partial> hearer) {
        ready = hearer;
        hearer.accept(partial());
    }

    @Override
    public void trained(String name, double seconds, int done, int of) {
        clock.ended(name, seconds);
        terminal.progress("comparing: training " + done + " of " + of + " (" + name + ") done, " + clock.text());
    }

    @Override
    public void finished(HeldOut result) {
        // By this thread, or where the baseline is not there yet by the one that brings it.
        finished.put(result.name(), baseline.thenApply(alone -> measured(alone, result)));
        if (result.name().equals(methods.get(0).name())) {
            baseline.complete(result);
        }
        List<Method> done = tell();
        terminal.progress(
                "comparing: " + done.size() + " of " + methods.size() + " methods done (" + names(done) + ")");
    }

    private synchronized List<Method> tell() {
        List<Method> done = done();
        if (done.size() < methods.size()) {
            ready.accept(partial());
        }
        return done;
    }

    private Measured measured(HeldOut alone, HeldOut held) {
        return new Measured(held, held.scores(measure, data), Gains.of(measure, level, data, alone, held));
    }

    /** What all methods show, when all are done. */
    CompareResult result() {
        return result(methods);
    }

    private CompareResult result(List<Method> done) {
        List<Measured> measured =
                done.stream().map(method -> get(method.name())).toList();
        return new CompareResult(
                data,
                labels,
                measure,
                level,
                done,
                measured.stream().map(Measured::heldOut).toList(),
                measured.stream().map(Measured::scores).toList(),
                measured.stream().map(Measured::gains).toList());
    }

    /**
     * What can be said at some moment.
     *
     * @param words that there is less than was asked for
     * @param result what the methods that were done show; empty unless the baseline is among them, and another one to
     *     compare with it
     */
    record Partial(String words, Optional<CompareResult> result) {}

    Partial partial() {
        List<Method> done = done();
        String words = "Cut short: " + done.size() + " of " + methods.size() + " methods had finished"
                + (done.isEmpty() ? "" : " (" + names(done) + ")") + "; no model was saved.";
        boolean tells = done.size() > 1 && done.get(0).equals(methods.get(0));
        return new Partial(words, tells ? Optional.of(result(done)) : Optional.empty());
    }

    private List<Method> done() {
        return methods.stream().filter(method -> done(method.name())).toList();
    }

    private boolean done(String name) {
        CompletableFuture<Measured> measured = finished.get(name);
        return measured != null && measured.isDone() && !measured.isCompletedExceptionally();
    }

    private Measured get(String name) {
        try {
            return Objects.requireNonNull(finished.get(name), name).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private static String names(List<Method> methods) {
        return methods.stream().map(Method::name).collect(Collectors.joining(", "));
    }
}
