package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.score.Measure;
import dev.kith.score.Verdict;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The sentence on top of a comparison. */
class HeadlineTest {
    @Test
    void noHeadlineContradictsTheCountsBelowIt() {
        for (Verdict overall : Verdict.values()) {
            for (int counts = 0; counts < 256; counts++) {
                Answer answer = new Answer(overall, counts & 3, counts >> 2 & 3, counts >> 4 & 3, counts >> 6);
                String said = Headline.sentence(answer, "mean", "(nmse 0.7 instead of 0.8)");
                String because = answer + ": " + said;
                if (said.startsWith("Sharing helps")) {
                    assertThat(overall).as(because).isNotEqualTo(Verdict.ISOLATE);
                    assertThat(answer.share()).as(because).isGreaterThanOrEqualTo(answer.isolate());
                }
                if (said.startsWith("Sharing harms")) {
                    assertThat(overall).as(because).isNotEqualTo(Verdict.SHARE);
                    assertThat(answer.isolate()).as(because).isGreaterThanOrEqualTo(answer.share());
                }
                if (answer.isolate() > 0 && said.contains("Sharing helps")) {
                    assertThat(said).as(because).contains("but not everybody", "better off alone");
                }
                if (said.startsWith("Sharing makes no difference") || said.startsWith("There is too little data")) {
                    assertThat(answer.share() + answer.isolate()).as(because).isZero();
                }
                assertThat(said).as(because).endsWith(".").contains("nmse 0.7 instead of 0.8");
            }
        }
    }

    @Test
    void ofManyTasksSomeLookClearByChance() {
        assertThat(Headline.chance(new Answer(Verdict.SHARE, 900, 3, 0, 4097), 0.95))
                .hasValueSatisfying(said -> assertThat(said).contains("3 of 5,000 tasks", "about 125"));
        assertThat(Headline.chance(new Answer(Verdict.SHARE, 900, 126, 0, 3974), 0.95))
                .isEmpty();
        assertThat(Headline.chance(new Answer(Verdict.SHARE, 900, 0, 0, 4100), 0.95))
                .isEmpty();
        assertThat(Headline.chance(new Answer(Verdict.UNCLEAR, 1, 0, 0, 59), 0.95))
                .hasValueSatisfying(said -> assertThat(said).contains("1 of 60 tasks"));
        assertThat(Headline.chance(new Answer(Verdict.SHARE, 1, 1, 0, 10), 0.95))
                .isEmpty();
    }

    @Test
    void changesAreInTheUnitsOfTheLabels() {
        assertThat(Headline.words(new TypicalError(Measure.RMSE, 3.7, 3.2), Optional.of("points")))
                .isEqualTo("14% less error, 3.2 instead of 3.7 in points");
        assertThat(Headline.words(new TypicalError(Measure.RMSE, 3.7, 3.701), Optional.empty()))
                .isEqualTo("about as much error, 3.7 instead of 3.7 in units of the labels");
        assertThat(Headline.words(new TypicalError(Measure.ERROR, 0.2, 0.15), Optional.of("mine")))
                .isEqualTo("25% fewer wrong answers, 15.0% instead of 20.0%");
    }
}
