package dev.kith.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every claim of every fit to hostile problems is true. {@code -Dcheck.count} says how many, {@code -Dcheck.seed} from where besides
 * the fixed seed; {@code -Pattack} runs thousands.
 */
@Tag("fuzz")
class CertificateTest {
    private static final long FIXED_SEED = 1_000_000;

    @Test
    void claimsAboutProblemsOfTheFixedSeedAreTrue() {
        check(FIXED_SEED, Integer.getInteger("check.count", 200));
    }

    @Test
    void claimsAboutProblemsOfAnotherSeedAreTrue() {
        check(Long.getLong("check.seed", 0), Integer.getInteger("check.count", 200) / 4);
    }

    private static void check(long seed, int count) {
        Tally tally = Attack.run(seed, count, List.copyOf(Methods.ALL.keySet()));
        System.out.println("seed " + seed);
        System.out.println(tally);
        assertThat(tally.violations())
                .as("violations among " + tally.problems() + " problems from seed " + seed)
                .isEmpty();
    }
}
