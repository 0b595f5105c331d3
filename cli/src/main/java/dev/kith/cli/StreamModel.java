package dev.kith.cli;

import dev.kith.cli.stream.StreamInput;
import dev.kith.cli.stream.StreamRun;
import dev.kith.cli.stream.Streams;
import dev.kith.data.Columns;
import dev.kith.data.Names;
import dev.kith.data.Source;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.model.Asked;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelFile;
import dev.kith.model.ModelInfo;
import dev.kith.model.Origin;
import dev.kith.model.Outcome;
import dev.kith.model.Schema;
import dev.kith.model.Version;
import dev.kith.online.OnlineModel;
import dev.kith.online.Weights;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a run learned, as a model that predict reads. */
record StreamModel(StreamRun run, Streams streams, StreamInput input, String settings, long seed, boolean intercept) {
    void write(Path file) throws IOException {
        List<String> features = streams.features();
        if (!intercept) {
            ModelFile.write(OnlineModel.of(run.learner(), info(features), input.sparse()), file);
            return;
        }
        List<String> shifted = new ArrayList<>(Names.numbered("constant", 1));
        shifted.addAll(features);
        Model model = OnlineModel.of(run.learner(), info(shifted), input.sparse());
        ModelFile.write(OnlineModel.withIntercept((LinearModel) model, info(features)), file);
    }

    private ModelInfo info(List<String> features) {
        long rows = run.tally().rows();
        Weights weights = run.learner().weights(features.size()).explicit();
        String kernel = weights instanceof Weights.Expansion expansion
                ? expansion.kernel().spec()
                : "linear";
        return new ModelInfo(
                new Asked(run.learner().name(), "hinge", kernel, OptionalDouble.empty(), Map.of("stream", settings)),
                new Schema(run.tasks(), features, streams.classes(), columns()),
                Outcome.uncertified(1, FitReport.Status.CONVERGED),
                new Origin(
                        rows,
                        new Source(input.name(), rows, 0, ""),
                        seed,
                        1,
                        LinearAlgebra.best().name(),
                        Version.current()));
    }

    private Columns columns() {
        Columns.Shape shape = input.targets().isEmpty() ? Columns.Shape.LONG : Columns.Shape.WIDE;
        return new Columns(shape, Optional.ofNullable(input.task()), Optional.empty(), Optional.empty());
    }
}
