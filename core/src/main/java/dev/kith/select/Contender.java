package dev.kith.select;

import dev.kith.data.Dataset;
import dev.kith.model.FitReport;
import dev.kith.model.Model;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** A way to learn that settles everything that is open by itself. Called by several threads at once. */
public interface Contender {
    /** The name users know it by; no two contenders have the same. */
    String name();

    /** Whether it is left out, rather than ending the comparison, where it does not take the data. */
    default boolean mayRefuse() {
        return false;
    }

    /** Chooses what is open and trains, on these data alone. */
    Trained train(Dataset training);

    /**
     * A trained contender.
     *
     * @param chosen what was chosen, by name: {@code lambda}, {@code gamma}, ...
     */
    record Trained(Model model, FitReport report, Map<String, String> chosen) {
        public Trained {
            chosen = Collections.unmodifiableMap(new TreeMap<>(chosen));
        }
    }
}
