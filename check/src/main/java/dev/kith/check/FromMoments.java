package dev.kith.check;

import dev.kith.check.exact.LossKind;
import dev.kith.data.moments.Moments;
import java.io.IOException;

/** The public trainers on the moments of the rows, which never see the rows: what they claim must hold for the rows. */
record FromMoments() implements Path {
    @Override
    public String name() {
        return "moments";
    }

    @Override
    public boolean suits(Problem problem) {
        return problem.loss() == LossKind.SQUARED
                && problem.kernel().name().equals("linear")
                && !problem.sparse()
                && (problem.method() instanceof ConvexMethod || problem.method() instanceof CommonMethod);
    }

    @Override
    public Reported fit(Problem problem) throws IOException {
        return InMemory.saved(problem, Moments.of(InMemory.dataset(problem)).dataset());
    }
}
