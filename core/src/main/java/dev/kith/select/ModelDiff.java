package dev.kith.select;

import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.structure.ties.LearnedGraph;
import dev.kith.trust.ModelGraph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What changed from one model to another: settings, tasks, features, ties between tasks both have, and weights of tasks
 * and features both have. Empty lists where nothing changed or nothing can be compared.
 *
 * @param ties largest change first; those that grew or shrank by less than 0.1 are left out
 * @param weights by task, largest change first
 * @param comparableWeights whether both models have weights of single features
 */
public record ModelDiff(
        List<Setting> settings,
        Names tasks,
        Names features,
        List<TieChange> ties,
        List<WeightChange> weights,
        boolean comparableWeights) {
    /** Changes of ties smaller than this, and of weights relative to their size, are no news. */
    private static final double TIE_NEWS = 0.1;

    private static final double WEIGHT_NEWS = 1e-9;

    public ModelDiff {
        settings = List.copyOf(settings);
        ties = List.copyOf(ties);
        weights = List.copyOf(weights);
    }

    /** A setting or a result of the fit that differs, as text; {@code none} where a model does not have it. */
    public record Setting(String name, String before, String after) {}

    /** Names only one model has, and how many both have. */
    public record Names(List<String> gone, List<String> added, int kept) {
        public Names {
            gone = List.copyOf(gone);
            added = List.copyOf(added);
        }

        static Names of(List<String> before, List<String> after) {
            Set<String> old = new HashSet<>(before);
            Set<String> now = new HashSet<>(after);
            return new Names(
                    before.stream().filter(name -> !now.contains(name)).toList(),
                    after.stream().filter(name -> !old.contains(name)).toList(),
                    (int) before.stream().filter(now::contains).count());
        }

        private boolean same() {
            return gone.isEmpty() && added.isEmpty();
        }
    }

    /** What became of a tie. */
    public enum Change {
        NEW,
        GONE,
        /** From alike to opposite, or the other way. */
        TURNED,
        STRONGER,
        WEAKER
    }

    /** The partial correlation of two tasks before and after; 0 where they are not tied. */
    public record TieChange(String a, String b, double before, double after) {
        public Change change() {
            if (before == 0) {
                return Change.NEW;
            }
            if (after == 0) {
                return Change.GONE;
            }
            if (before > 0 != after > 0) {
                return Change.TURNED;
            }
            return Math.abs(after) > Math.abs(before) ? Change.STRONGER : Change.WEAKER;
        }

        /** |after - before|. */
        public double size() {
            return Math.abs(after - before);
        }

        private boolean news() {
            Change change = change();
            return (change != Change.STRONGER && change != Change.WEAKER) || size() >= TIE_NEWS;
        }
    }

    /**
     * How far the weights of a task moved: ||after - before|| / max(||before||, ||after||), over features both models
     * have, and the feature that moved most.
     */
    public record WeightChange(String task, double moved, String feature, double before, double after) {}

    /** What changed from {@code before} to {@code after}. */
    public static ModelDiff of(Model before, Model after) {
        Optional<LinearModel> old = before.linear();
        Optional<LinearModel> now = after.linear();
        boolean comparable = old.isPresent() && now.isPresent();
        return new ModelDiff(
                settings(before.info(), after.info()),
                Names.of(before.info().tasks(), after.info().tasks()),
                Names.of(before.info().features(), after.info().features()),
                ties(before, after),
                comparable ? weights(old.get(), now.get()) : List.of(),
                comparable);
    }

    /** Whether the models say the same in everything compared here. */
    public boolean nothing() {
        return settings.isEmpty() && tasks.same() && features.same() && ties.isEmpty() && weights.isEmpty();
    }

    private static List<Setting> settings(ModelInfo before, ModelInfo after) {
        Map<String, String> old = told(before);
        Map<String, String> now = told(after);
        List<Setting> changed = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>(old.keySet());
        names.addAll(now.keySet());
        for (String name : names) {
            String was = old.getOrDefault(name, "none");
            String is = now.getOrDefault(name, "none");
            if (!was.equals(is)) {
                changed.add(new Setting(name, was, is));
            }
        }
        return changed;
    }

    private static Map<String, String> told(ModelInfo info) {
        Map<String, String> told = new LinkedHashMap<>();
        told.put("method", info.method());
        told.put("loss", info.loss());
        told.put("kernel", info.kernel());
        info.lambda().ifPresent(value -> told.put("lambda", Double.toString(value)));
        told.putAll(info.parameters());
        info.schema().transform().ifPresent(back -> told.put("transform", back.words()));
        told.put("classes", String.join(", ", info.classes()));
        told.put("status", info.status().name().toLowerCase(Locale.ROOT));
        info.objective().ifPresent(value -> told.put("objective", Double.toString(value)));
        info.gap().ifPresent(value -> told.put("gap", Double.toString(value)));
        told.put("data", info.data().name() + " " + info.data().sha256());
        told.put("labels", Long.toString(info.observations()));
        told.put("seed", Long.toString(info.seed()));
        told.put("version", info.version());
        return told;
    }

    private static List<TieChange> ties(Model before, Model after) {
        if (ModelGraph.structure(before).isEmpty()
                || ModelGraph.structure(after).isEmpty()) {
            return List.of();
        }
        Map<List<String>, double[]> both = new LinkedHashMap<>();
        Set<String> common = new HashSet<>(before.info().tasks());
        common.retainAll(after.info().tasks());
        collect(ModelGraph.of(before), common, both, 0);
        collect(ModelGraph.of(after), common, both, 1);
        List<TieChange> changes = new ArrayList<>();
        both.forEach((pair, values) -> {
            TieChange change = new TieChange(pair.get(0), pair.get(1), values[0], values[1]);
            if (change.news()) {
                changes.add(change);
            }
        });
        changes.sort(Comparator.comparingDouble(change -> -change.size()));
        return changes;
    }

    private static void collect(LearnedGraph graph, Set<String> common, Map<List<String>, double[]> into, int at) {
        for (LearnedGraph.Tie tie : graph.ties()) {
            String a = graph.tasks().get(tie.a());
            String b = graph.tasks().get(tie.b());
            if (common.contains(a) && common.contains(b)) {
                List<String> pair = a.compareTo(b) < 0 ? List.of(a, b) : List.of(b, a);
                into.computeIfAbsent(pair, none -> new double[2])[at] = tie.partial();
            }
        }
    }

    private static List<WeightChange> weights(LinearModel before, LinearModel after) {
        List<String> names = before.info().features();
        int[] featureAfter = positions(names, after.info().features());
        int[] taskAfter = positions(before.info().tasks(), after.info().tasks());
        Matrix v = before.shownWeights();
        Matrix w = after.shownWeights();
        List<WeightChange> changes = new ArrayList<>();
        for (int t = 0; t < taskAfter.length; t++) {
            if (taskAfter[t] >= 0) {
                WeightChange change = weights(before.info(), t, v.column(t), w.column(taskAfter[t]), featureAfter);
                if (change.moved > WEIGHT_NEWS) {
                    changes.add(change);
                }
            }
        }
        changes.sort(Comparator.comparingDouble(change -> -change.moved));
        return changes;
    }

    private static WeightChange weights(ModelInfo before, int t, double[] v, double[] w, int[] featureAfter) {
        double difference = 0;
        double old = 0;
        double now = 0;
        int most = -1;
        double largest = 0;
        for (int j = 0; j < featureAfter.length; j++) {
            if (featureAfter[j] >= 0) {
                double step = w[featureAfter[j]] - v[j];
                difference += step * step;
                old += v[j] * v[j];
                now += w[featureAfter[j]] * w[featureAfter[j]];
                if (Math.abs(step) > largest) {
                    largest = Math.abs(step);
                    most = j;
                }
            }
        }
        String task = before.tasks().get(t);
        if (most < 0) {
            return new WeightChange(task, 0, "", 0, 0);
        }
        return new WeightChange(
                task,
                Math.sqrt(difference / Math.max(old, now)),
                before.features().get(most),
                v[most],
                w[featureAfter[most]]);
    }

    /** Where each of {@code names} stands in {@code among}; -1 where it does not. */
    private static int[] positions(List<String> names, List<String> among) {
        Map<String, Integer> at = new HashMap<>();
        for (int k = 0; k < among.size(); k++) {
            at.put(among.get(k), k);
        }
        return names.stream().mapToInt(name -> at.getOrDefault(name, -1)).toArray();
    }
}
