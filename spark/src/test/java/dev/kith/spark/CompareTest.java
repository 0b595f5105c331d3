package dev.kith.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.moments.Moments;
import dev.kith.data.moments.OnePass;
import dev.kith.loss.Losses;
import dev.kith.select.Compare;
import dev.kith.select.Comparison;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A comparison over a frame says what one machine says of the same rows in the same blocks. */
class CompareTest {
    private static final List<Local.Line> LINES = Local.lines(900, 6, true, 31);

    @Test
    void theSameAsOneMachine() {
        Comparison spark = new KithCompare(Local.regression().setFolds(3))
                .setMethods("mean")
                .run(Local.frame(LINES).repartition(3));
        Comparison one = Compare.on(Moments.byContent(Local.rows(LINES, false), OnePass.blocks(3), 1)
                        .dataset())
                .loss(Losses.squared())
                .training(usual -> usual.withSeed(1))
                .folds(3)
                .methods("mean")
                .run();
        assertThat(spark.headline()).isEqualTo(one.headline());
        assertThat(spark.sentences()).isEqualTo(one.sentences());
        assertThat(spark.sentences()).isNotEmpty();
    }

    @Test
    void whatMakesNoSenseIsRefusedBeforeRowsAreRead() {
        assertThatThrownBy(() -> new KithCompare(Local.regression())
                        .setMethods("boosted")
                        .run(Local.frame(LINES)))
                .hasMessageStartingWith("method 'boosted' needs every row at hand");
    }
}
