package dev.kith.checks;

import dev.kith.convex.WeightPenalty;
import java.util.Map;

/** The elastic net keeps all laws, and like features share their weight. */
class ElasticNetTrainerTest extends LinearTrainerTest {
    @Override
    WeightPenalty penalty() {
        return WeightPenalty.elastic(ratio());
    }

    @Override
    double ratio() {
        return 0.25;
    }

    @Override
    public Map<String, String> exceptions() {
        return Map.of();
    }
}
