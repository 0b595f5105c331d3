package dev.kith.examples;

import dev.kith.adapt.Adapted;
import dev.kith.adapt.TaskAdapter;
import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.Rows;
import dev.kith.data.inspect.Assumptions;
import dev.kith.data.table.Tables;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Linear;
import dev.kith.loss.Losses;
import dev.kith.mkl.MklTrainer;
import dev.kith.mkl.TaskKernels;
import dev.kith.mkl.Views;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import dev.kith.model.NodeModel;
import dev.kith.model.Predictions;
import dev.kith.report.ComparisonReport;
import dev.kith.report.Provenance;
import dev.kith.score.Verdict;
import dev.kith.select.Compare;
import dev.kith.select.Comparison;
import dev.kith.select.Search;
import dev.kith.select.detail.Details;
import dev.kith.stream.Example;
import dev.kith.stream.LearnerSettings;
import dev.kith.stream.NamedLearner;
import dev.kith.stream.RowSource;
import dev.kith.stream.StreamPlan;
import dev.kith.stream.StreamRun;
import dev.kith.stream.StreamSummary;
import dev.kith.structure.Relations;
import dev.kith.trust.Predictor;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;

/** The jobs people use the library for. Lines between the comments stand in README or a guide, word for word. */
public final class Jobs {
    private Jobs() {}

    /** Reads a table: one row per observation. */
    public static Dataset read(Path file) {
        // job: read
        Dataset shops = Tables.read(file).dataset(Roles.task("shop").target("sales"));
        // end
        return shops;
    }

    /** Fits with every part chosen by hand, and proves the optimum. */
    public static Fit<Model> fit(Dataset schools, Path file) throws IOException {
        // job: fit
        Fit<Model> fit = new ConvexTrainer(Losses.squared(), new Linear(), Relations.sparse(0.3), 0.01).train(schools);
        double gap = fit.report().gap(); // below 1e-6: proven optimum
        ModelFile.write(fit.model(), file);
        // end
        if (!(gap < 1e-6)) {
            throw new IllegalStateException("not proven: " + gap);
        }
        return fit;
    }

    /** Chooses lambda and the method's own parameters. */
    public static Fit<Model> tune(Dataset shops) {
        // job: tune
        Fit<Model> fit = Search.on(shops).method("mtfl").run(); // lambda and its own parameters chosen
        // end
        return fit;
    }

    /** Does sharing help, and whom? */
    public static Comparison compare(Dataset shops) {
        // job: compare
        Comparison c = Compare.on(shops).methods("stl", "mean", "mtfl").folds(5).run();
        String headline = c.headline(); // "Sharing helps: mean (common mean) predicts better than ..."
        Verdict verdict = c.verdict("shop-1"); // share, isolate, no difference, too little data to tell
        Model best = c.best().model(); // the winner, trained on all rows
        Model safe = c.safeModel(); // no task worse off than alone
        // end
        requireSaid(headline, verdict, best, safe);
        return c;
    }

    private static void requireSaid(Object... said) {
        List.of(said).forEach(java.util.Objects::requireNonNull);
    }

    /** A few rows of a new task join a trained model. */
    public static Adapted adapt(Model model, Dataset newcomer) {
        // job: adapt
        Adapted adapted = new TaskAdapter(model).adapt(newcomer); // all other tasks stay as they are
        Verdict joined = adapted.tasks().get(0).gain().share().verdict(0.01);
        // end
        requireSaid(joined);
        return adapted;
    }

    /** An online loop, saved and loaded again. */
    public static NamedLearner online(List<Example> examples, Path state) throws IOException {
        // job: online
        NamedLearner learner = NamedLearner.of(LearnerSettings.of("perceptron").with("b", "auto"), "no", "yes");
        examples.forEach(learner::learn); // predicts, then learns
        learner.save(state);
        NamedLearner again = NamedLearner.load(state); // goes on from here, bit for bit
        // end
        return again;
    }

    /** A stream that a kill cannot hurt. */
    public static StreamSummary stream(Path rows, Path state) throws IOException {
        // job: stream
        StreamRun run = StreamPlan.from(RowSource.file(rows, Roles.task("shop").target("sold")))
                .with(LearnerSettings.of("perceptron"))
                .resume(state) // after a kill, the same lines end with the same numbers
                .run();
        StreamSummary summary = run.summary();
        // end
        return summary;
    }

    /** Outputs that obey an equation. */
    public static Model constrained(Dataset circle) {
        // job: constrained
        Model model = Search.on(circle)
                .method("constrained")
                .set("constraint", "y1^2 + y2^2 = 1")
                .run()
                .model();
        // end
        return model;
    }

    /** Weights of views and of what tasks share, learned together. */
    public static NodeModel mkl(Dataset mines) {
        // job: mkl
        Fit<NodeModel> fit =
                new MklTrainer(Losses.logistic(), Views.all(), TaskKernels.sharedAndOwn(), 2, 1).train(mines);
        fit.model().sortedWeights(); // which views and nodes matter
        // end
        return fit.model();
    }

    /** Predicts a file: columns are found by name, intervals come from the model file. */
    public static Predictions predict(Path model, Path file, Writer out) throws IOException {
        // job: predict
        Predictor predictor = Predictor.of(ModelFile.readContent(model)).intervals(0.9);
        Rows rows = Tables.read(file).rows(predictor.model().info().roles());
        Predictions predictions = predictor.predict(rows); // task, ids, value, class, probability, interval
        predictions.writeTo(out); // as CSV
        // end
        return predictions;
    }

    /** What {@code kith compare --json} writes, with the same seed. */
    public static String compareJson(Path file, String command) {
        // job: json
        Dataset shops = Tables.read(file).dataset(Roles.task("shop").target("sales"));
        Comparison c = Compare.on(shops)
                .methods("mean")
                .training(usual -> usual.withSeed(1))
                .folds(3)
                .run();
        Assumptions assumed = Assumptions.none()
                .withFeatures(shops)
                .withLoss("squared", shops)
                .withRandomFolds("3-fold cross-validation");
        Provenance origin = Provenance.of(command, 1).assuming(assumed);
        String json = ComparisonReport.of(c, "Kith: does sharing help?", c.sentences(), origin)
                .withDetails(Details.of(c, 1))
                .json();
        // end
        return json;
    }
}
