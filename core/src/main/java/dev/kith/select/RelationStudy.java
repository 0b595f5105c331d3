package dev.kith.select;

import dev.kith.constraint.ConstraintSet;
import dev.kith.data.Dataset;
import dev.kith.decode.DecodingTrainer;
import dev.kith.decode.Gain;
import dev.kith.decode.Plausibility;
import dev.kith.method.OutputRelation;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.decoder.Relaxation;
import dev.kith.score.Split;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Is a relation between outputs plausible, and what did it gain or cost each task?
 *
 * @param fit under the relation, on all data
 * @param relaxation how far the fit may leave the relation
 * @param gains of each task on data that were left out, once
 */
public record RelationStudy(Fit<? extends Model> fit, Relaxation relaxation, List<Gain> gains) {
    /** Share of the data left out, once, to measure gains on. */
    public static final double HELD_OUT = 0.3;

    public RelationStudy {
        gains = List.copyOf(gains);
    }

    /** How far the labels are from the relation; empty when no row has labels of all tasks. */
    public static Optional<Plausibility> plausibility(OutputRelation relation, Dataset data) {
        return Plausibility.of(data, relation.on(data.tasks()));
    }

    /**
     * The trainer that obeys a relation: the chosen one where it does by itself, or else one that moves its predictions onto
     * the relation.
     */
    public static Trainer<? extends Model> trainer(OutputRelation relation, Choice choice, Dataset data) {
        ConstraintSet set = relation.on(data.tasks());
        return choice.method().has(OutputRelation.PARAMETERS.get(0).name())
                ? choice.trainer()
                : new DecodingTrainer(
                        choice.trainer(),
                        set,
                        relation.relaxation(),
                        HELD_OUT,
                        choice.setup().training().seed());
    }

    /** Trains under the relation and measures its gains on data left out. */
    public static RelationStudy run(OutputRelation relation, Choice choice, Dataset data, Consumer<Progress> progress) {
        Trainer<? extends Model> trainer = trainer(relation, choice, data);
        if (trainer instanceof DecodingTrainer decoding) {
            DecodingTrainer.Study study = decoding.study(data, progress);
            return new RelationStudy(study.fit(), relation.relaxation(), study.gains());
        }
        Split split = Split.holdOut(data, HELD_OUT, choice.setup().training().seed());
        ConstrainedModel trial = (ConstrainedModel) trainer.train(split.train()).model();
        return new RelationStudy(
                trainer.train(data, progress), trial.decoder().relaxation(), Gain.of(trial, split.test()));
    }
}
