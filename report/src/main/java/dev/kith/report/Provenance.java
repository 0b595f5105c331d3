package dev.kith.report;

import dev.kith.data.inspect.Assumptions;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.method.Methods;
import dev.kith.model.ModelInfo;
import dev.kith.text.Version;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the numbers of a page come from: facts by name, in the order they are read.
 *
 * @param facts each with its name
 */
public record Provenance(Map<String, String> facts) {
    /** Nothing is known. */
    public static final Provenance NONE = new Provenance(Map.of());

    private static final String VERSION = "Version";
    private static final String SEED = "Seed";
    private static final String ALGEBRA = "Linear algebra";

    public Provenance {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /** What every run can say about itself: the command that repeats it, version, seed, linear algebra, Java. */
    public static Provenance of(String command, long seed) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Command", command);
        facts.put(VERSION, "kith " + Version.current());
        facts.put(SEED, Long.toString(seed));
        facts.put(ALGEBRA, LinearAlgebra.best().name());
        facts.put("Java", Runtime.version().toString());
        return new Provenance(facts);
    }

    /** What a model says about how it was trained. */
    public static Provenance of(ModelInfo info) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Method", Methods.label(info.method()) + ", " + info.loss() + " loss, " + info.kernel() + " kernel");
        info.schema().transform().ifPresent(back -> facts.put("Labels", back.words()));
        facts.put(VERSION, "kith " + info.version());
        facts.put(SEED, Long.toString(info.seed()));
        facts.put("Threads", Integer.toString(info.threads()));
        facts.put(ALGEBRA, info.backend());
        facts.put("Data (sha256)", info.data().sha256());
        return new Provenance(facts);
    }

    /** With what was assumed, at the end. */
    public Provenance assuming(Assumptions assumed) {
        Map<String, String> all = new LinkedHashMap<>(facts);
        all.putAll(assumed.byName());
        return new Provenance(all);
    }

    /** With the file that asked for the run, at the beginning. */
    public Provenance runBy(String file) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("Run file", file);
        all.putAll(facts);
        return new Provenance(all);
    }
}
