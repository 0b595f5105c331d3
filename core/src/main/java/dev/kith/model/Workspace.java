package dev.kith.model;

import dev.kith.data.Dataset;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A data set together with what trainers have worked out about it, so that the next trainer need not: scaled features,
 * factorisations, the last solution to start from. Training on a workspace gives the model that training on its data
 * gives, within the trainer's tolerance, only sooner.
 *
 * <p>For several fits to the same observations, one after another: a path of lambdas, or several methods. Not safe for
 * use by several threads at once, and as large as everything it keeps: let go of it with the last fit.
 */
public final class Workspace {
    private final Dataset data;
    private final Map<Object, Object> known = new HashMap<>();

    private final boolean proving;

    public Workspace(Dataset data) {
        this(data, true);
    }

    private Workspace(Dataset data, boolean proving) {
        this.data = data;
        this.proving = proving;
    }

    /**
     * A workspace for fits that are only compared with each other and never kept: their gap is what the solver saw, not a
     * proof.
     */
    public static Workspace forTrials(Dataset data) {
        return new Workspace(data, false);
    }

    /** A workspace for other data, with nothing worked out, for fits that are kept where those of this one are. */
    public Workspace with(Dataset other) {
        return new Workspace(other, proving);
    }

    /** Whether a fit's certificate must hold for the model it returns. */
    public boolean proving() {
        return proving;
    }

    public Dataset data() {
        return data;
    }

    /**
     * What was made under this key, made now if it was not.
     *
     * @param key a value that says all the result depends on beside the data; keys of different type never meet
     */
    public <T> T reuse(Object key, Class<T> type, Supplier<T> make) {
        Object value = known.get(key);
        if (value == null) {
            value = make.get();
            known.put(key, value);
        }
        return type.cast(value);
    }
}
