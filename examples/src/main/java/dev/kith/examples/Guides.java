package dev.kith.examples;

import dev.kith.adapt.Adapted;
import dev.kith.adapt.ModelUpdate;
import dev.kith.adapt.SingleTask;
import dev.kith.adapt.TaskAdapter;
import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.convex.ApproximationError;
import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Codes;
import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.data.Roles;
import dev.kith.data.inspect.Inspect;
import dev.kith.data.inspect.Inspection;
import dev.kith.data.moments.Moments;
import dev.kith.data.moments.OnePass;
import dev.kith.data.simulated.Simulated;
import dev.kith.data.simulated.Simulations;
import dev.kith.data.table.Tables;
import dev.kith.decode.CodedTrainer;
import dev.kith.decode.ConstrainedTrainer;
import dev.kith.decode.DecodingTrainer;
import dev.kith.decode.Gain;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.mkl.MklOptions;
import dev.kith.mkl.MklTrainer;
import dev.kith.mkl.TaskKernels;
import dev.kith.mkl.Views;
import dev.kith.model.CodedModel;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.Fit;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.NodeModel;
import dev.kith.model.Trainer;
import dev.kith.model.decoder.Relaxation;
import dev.kith.model.derived.SharingTree;
import dev.kith.model.uncertainty.HeldOutErrors;
import dev.kith.model.uncertainty.Posterior;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import dev.kith.online.Update;
import dev.kith.online.learner.Learners;
import dev.kith.score.Verdict;
import dev.kith.select.Choice;
import dev.kith.select.Compare;
import dev.kith.select.Comparison;
import dev.kith.select.Search;
import dev.kith.structure.Relations;
import dev.kith.structure.TaskTree;
import dev.kith.structure.ties.LearnedGraph;
import dev.kith.structure.ties.SharedDirections;
import dev.kith.structure.ties.TieStability;
import dev.kith.trust.Bootstrap;
import dev.kith.trust.Calibration;
import dev.kith.trust.Intervals;
import dev.kith.trust.ModelGraph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What README and guides show in Java, line by line; {@code DocumentsTest} holds them to it. */
public final class Guides {
    private Guides() {}

    /** README. */
    public static Fit<Model> readme(double... pupil) throws IOException {
        Dataset schools =
                Tables.read(Path.of("school.csv")).dataset(Roles.task("school").target("score"));

        Comparison c = Compare.on(schools).methods("mean", "mtfl", "sparse").run();
        c.headline(); // "Sharing helps: mean (common mean) predicts better than ..."
        c.verdict("school-17"); // share, isolate, no difference, or too little data to tell
        ModelFile.write(c.best().model(), Path.of("schools.kith"));

        Fit<Model> fit = new ConvexTrainer(Losses.squared(), new Linear(), Relations.sparse(0.3), 0.01).train(schools);
        fit.report().gap(); // below 1e-6: proven optimum
        fit.model().predict("school-17", pupil); // one task, one input, in your units
        fit.model().structure(); // who is like whom
        return fit;
    }

    /** Who is tied to whom. */
    public static List<List<String>> afterTheFit(ConvexTrainer trainer, Dataset data, Model model) {
        LearnedGraph graph = ModelGraph.of(model);
        graph.ties(); // tie.a(), tie.b(), tie.similarity(), tie.partial()
        TieStability refits = new Bootstrap(50, 1, 2)
                .ties(trainer, data, model.structure().orElseThrow().dense(), (done, of) -> {});
        graph.withRefits(refits).stability(graph.ties().get(0));
        graph.groups(); // communities, by name
        Model one = SingleTask.of(model, "school-17");
        return one.info().tasks().isEmpty() ? List.of() : graph.groups();
    }

    /** Which directions of the features tasks share. */
    public static List<SharedDirections.Part> sharedDirections(Model model) {
        SharedDirections shared =
                model.linear().flatMap(LinearModel::sharedDirections).orElseThrow();
        return shared.leading(0, 3); // the features that weigh most in the first direction; model.dictionary() is C
    }

    /** Outputs that obey a relation. */
    public static List<Gain> constraints(Dataset data, Trainer<? extends Model> anyTrainer, Inputs inputs) {
        ConstraintSet curve = ConstraintSets.parse("y1^2 + y2^2 = 1", data.tasks());
        ConstrainedModel model =
                new ConstrainedTrainer(new Gaussian(1), 1e-3, curve).train(data).model();
        model.decode(inputs).extrapolating();
        Fit<Model> tuned = Search.on(data)
                .method("constrained")
                .set("constraint", "y1^2 + y2^2 = 1")
                .run();
        List<Gain> gains = new DecodingTrainer(anyTrainer, curve, Relaxation.robust(0.1), 0.3, 1)
                .study(data, step -> {})
                .gains();
        return tuned.model().info().tasks().isEmpty() ? List.of() : gains;
    }

    /** How far predictions miss. */
    public static void intervals(ConvexTrainer trainer, Dataset data, Model model, Inputs x, Path file)
            throws IOException {
        ModelFile.Content plain = new ModelFile.Content(model, Uncertainty.none());
        ModelFile.Content content = new Calibration(10, 1, true).of(plain, trainer, data, (done, of) -> {});
        HeldOutErrors errors = content.uncertainty().errors().orElseThrow();
        Intervals.conformal(errors, model.structure(), 0.9).halfWidths(x); // n x T
        Posterior posterior = content.uncertainty().posterior().orElseThrow();
        Intervals.gaussian(posterior, model, 0.9).halfWidths(x);
        ModelFile.write(content, file);
    }

    /** Settings without folds. */
    public static Choice evidence(Dataset sensors) {
        Choice choice = Search.on(sensors)
                .method("mean")
                .kernel(Kernels.parse("gaussian:auto"))
                .byEvidence()
                .choose();
        return choice;
    }

    /** A width that is searched. */
    public static Kernel width(Dataset houses) {
        Choice choice = Search.on(houses)
                .method("mean")
                .kernel(Kernels.parse("gaussian:auto"))
                .choose();
        choice.kernel(); // gaussian:3.87
        return choice.kernel();
    }

    /** Many kernels. */
    public static double[] manyKernels(TaskTree tree, Dataset data, Inputs inputs, int[] tasks) {
        Fit<NodeModel> fit = new MklTrainer(Losses.hinge(), Views.all(), TaskKernels.tree(tree), 2, 1).train(data);
        fit.model().sortedWeights(); // which views and nodes matter
        SharingTree.of(fit.model()).nodes(); // sets of tasks: name, parent, weight, tasks
        return fit.model().predict(inputs, tasks); // rows of one task each
    }

    /** Rows that stay in their file. */
    public static Fit<NodeModel> onDisk(Path file) {
        Dataset data = Tables.read(file).datasetOnFile(Roles.none()); // labels in memory, rows in the file
        MklOptions options = MklOptions.defaults().withMemory(2L << 30);
        MklTrainer trainer = new MklTrainer(
                "mkl",
                Losses.hinge(),
                Views.all(),
                TaskKernels.sharedAndOwn(),
                2,
                1,
                MklTrainer.DEFAULT_TRAINING,
                options);
        return trainer.train(data);
    }

    /** A kernel on many inputs. */
    public static Model manyRows(Dataset data) {
        ConvexTrainer trainer = new ConvexTrainer(Losses.squared(), new Gaussian(4), Relations.schatten(2), 1e-3)
                .withApproximation(Approximation.parse("leverage:500"));
        Model model = trainer.train(data).model();
        ApproximationError.of(trainer, data).ifPresent(error -> System.out.println(error.difference()));
        return model;
    }

    /** Losses. */
    public static Model losses(Dataset data) {
        Loss loss = Losses.quantile(0.9);
        Model model = new ConvexTrainer(loss, new Linear(), Relations.mean(3), 0.01)
                .train(data)
                .model();
        return model;
    }

    /** Classes as numbers. */
    public static CodedModel coding(ConvexTrainer trainer, Dataset data) {
        CodedModel model = new CodedTrainer(trainer, Codes.simplex(data.tasks()))
                .train(data)
                .model();
        return model;
    }

    /** Updating. */
    public static ModelFile.Content updating(Path file, Path more, Path saved) throws IOException {
        Dataset many = Tables.read(file).dataset(Roles.task("shop").target("sales"), OnePass.folds(5, 1));
        Fit<Model> fit =
                Search.on(many).method("mean").training(t -> t.withSeed(1)).run();
        ModelFile.write(new ModelUpdate(fit.model(), Moments.of(many)).content(), saved);
        Dataset today = Tables.read(more).dataset(Roles.task("shop").target("sales"));
        ModelFile.Content updated =
                ModelUpdate.of(ModelFile.readContent(saved)).learn(today).run();
        return updated;
    }

    /** A new task. */
    public static Verdict newTasks(Model model, Dataset rows, double... pupil) {
        Adapted adapted = new TaskAdapter(model).adapt(rows); // by the relation of the model's fit
        adapted.model().predict("school-140", pupil);
        Verdict verdict = adapted.tasks().get(0).gain().share().verdict(0.01);
        return verdict;
    }

    /** Simulated data. */
    public static Dataset simulated() {
        Simulated drawn = Simulations.draw("relations", "tasks", 10, "seed", 7);
        drawn.test(); // more of the same, for measuring
        drawn.truth(); // a matrix with names
        return drawn.data();
    }

    /** Learners that know numbers only. */
    public static Snapshot online(int task, int[] indices, double[] values, int y) {
        OnlineLearner learner = Learners.auto(new Update.Mistake(), false);
        double margin = learner.learn(task, Row.sparse(indices, values), y); // predicted before y was used
        Snapshot state = learner.snapshot(); // Learners.restore(state) goes on, bit for bit
        return Double.isNaN(margin) ? learner.snapshot() : state;
    }

    /** Looks at a table, and reads it as it seems to be meant. */
    public static Dataset inspect(Path file) {
        Inspection seen = Inspect.file(file).run();
        seen.findings(); // leaks, forgotten tasks, numbers that are names, ...
        seen.guesses(); // column, part, reason, option
        Dataset learned = Tables.read(file).dataset(seen.roles());
        return learned;
    }
}
