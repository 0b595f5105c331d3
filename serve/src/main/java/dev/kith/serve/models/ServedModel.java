package dev.kith.serve.models;

import dev.kith.data.DataException;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.trust.Explainer;
import dev.kith.trust.Predictor;
import java.util.Optional;

/** One version of a model, in memory. Immutable: a request that has it keeps it, whatever happens to its file. */
public final class ServedModel {
    private final ModelName name;
    private final ModelFile.Content content;
    private final Predictor predictor;
    private final Optional<Explainer> explainer;
    private final String unexplained;
    private final boolean learning;

    /**
     * A model.
     *
     * @throws DataException if it cannot be asked with rows alone
     */
    public ServedModel(ModelName name, ModelFile.Content content) {
        this(name, content, false);
    }

    /**
     * A model.
     *
     * @param learning whether it is what an online learner predicts at a moment, which meets new columns every day: those left out are 0, and those
     *     it does not know have no weight
     */
    public ServedModel(ModelName name, ModelFile.Content content, boolean learning) {
        this.learning = learning;
        if (!content.model().gramKeys().isEmpty()) {
            throw new DataException("the model was trained on a Gram matrix, which rows alone do not have: use kith"
                    + " predict with --kernel precomputed:FILE");
        }
        this.name = name;
        this.content = content;
        this.predictor = Predictor.of(content);
        Optional<Explainer> found = Optional.empty();
        String why = "";
        try {
            found = Optional.of(Explainer.of(content.model()));
        } catch (IllegalArgumentException e) {
            why = String.valueOf(e.getMessage());
        }
        this.explainer = found;
        this.unexplained = why;
    }

    public ModelName name() {
        return name;
    }

    public ModelFile.Content content() {
        return content;
    }

    public Model model() {
        return content.model();
    }

    public ModelInfo info() {
        return content.model().info();
    }

    /** Whether columns may be left out, and new ones come. */
    public boolean learning() {
        return learning;
    }

    /** Predicts as {@code kith predict} does without options. */
    public Predictor predictor() {
        return predictor;
    }

    /** Takes predictions apart; empty for models where that cannot be done, see {@link #unexplained}. */
    public Optional<Explainer> explainer() {
        return explainer;
    }

    /** Why there is no explainer; empty where there is one. */
    public String unexplained() {
        return unexplained;
    }
}
