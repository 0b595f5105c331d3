package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.boost.BoostedTrainer;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.constraint.Parametrisation;
import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.FactorTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.convex.TransferTrainer;
import dev.kith.convex.WeightPenalty;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.table.Tables;
import dev.kith.decode.ConstrainedTrainer;
import dev.kith.decode.ParametrisedTrainer;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Linear;
import dev.kith.loss.Losses;
import dev.kith.method.Method;
import dev.kith.method.Methods;
import dev.kith.mixed.Covariance;
import dev.kith.mixed.MixedTrainer;
import dev.kith.mixed.Slopes;
import dev.kith.mkl.MklOptions;
import dev.kith.mkl.MklTrainer;
import dev.kith.mkl.TaskKernels;
import dev.kith.mkl.Views;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.decoder.Relaxation;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.StructureFiles;
import dev.kith.structure.TaskGraph;
import dev.kith.structure.TaskTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models made by calling the library are those of the command line, to the byte, and the command line can use them. */
class LibraryModelsTest {
    private static final double LAMBDA = 0.05;
    private static final double EVEN = Double.POSITIVE_INFINITY;
    private static final String SUM = "a + b + c = 1";
    private static final String THETA = "u1; u2; 1 - u1 - u2";
    private static final Training MKL =
            Training.defaults().withStopping(MklTrainer.DEFAULT_TRAINING.tolerance(), 10_000);

    /** A trainer and the options that ask for the same. */
    private record Pair(Trainer<? extends Model> trainer, List<Object> options) {}

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path rows;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path fresh;

    private final Map<String, Pair> pairs = new LinkedHashMap<>();

    @BeforeEach
    void write() throws IOException {
        rows = Files.writeString(
                dir.resolve("rows.csv"), "who,y,x1,x2,x3\n" + text("a", 1) + text("b", 2) + text("c", 3));
        fresh = Files.writeString(dir.resolve("fresh.csv"), "who,y,x1,x2,x3\n" + text("d", 4));
    }

    private static String text(String task, int seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int n = 0; n < 15; n++) {
            double[] x = random.doubles(3, -1, 1).toArray();
            text.append(task).append(',').append(2 * x[0] - x[1] + seed * x[2] / 3 + random.nextGaussian() / 5);
            Arrays.stream(x).forEach(v -> text.append(',').append(v));
            text.append('\n');
        }
        return text.toString();
    }

    private Dataset read() {
        return Tables.read(rows).dataset(Roles.task("who").target("y"));
    }

    private void convex(Relation relation, Object... options) {
        add(
                relation.name(),
                new ConvexTrainer(Losses.squared(), new Linear(), relation, LAMBDA),
                "--lambda",
                LAMBDA,
                options);
    }

    private void weights(WeightPenalty penalty, Object... options) {
        LinearTrainer trainer = new LinearTrainer(Losses.squared(), penalty, LAMBDA, Training.defaults());
        add(penalty.name(), trainer, "--lambda", LAMBDA, options);
    }

    private void add(String method, Trainer<? extends Model> trainer, Object first, Object second, Object... more) {
        List<Object> options = new ArrayList<>(List.of(first, second));
        options.addAll(List.of(more));
        pairs.put(method, new Pair(trainer, options));
    }

    private void mkl(String method, Views views, TaskKernels tasks, double p, Object... options) {
        add(
                method,
                new MklTrainer(method, Losses.squared(), views, tasks, p, 2, MKL, MklOptions.defaults()),
                "--C",
                2,
                options);
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(dir.resolve(name), content);
    }

    private void writeDownAll() throws IOException {
        add(
                "mixed",
                new MixedTrainer(Slopes.of("x3"), Covariance.diagonal(), Training.defaults()),
                "--random",
                "x3",
                "--covariance",
                "diagonal");
        add(
                "boosted",
                new BoostedTrainer(OptionalInt.of(4), OptionalInt.of(9), Training.defaults()),
                "--leaves",
                4,
                "--trees",
                9);
        Training even = Training.defaults().withWeighting(Training.Weighting.OBSERVATION);
        add(
                "mean-gaussian",
                new ConvexTrainer(Losses.squared(), new Gaussian(1.5), Relations.mean(2.5), LAMBDA, even),
                "--lambda",
                LAMBDA,
                "--gamma",
                2.5,
                "--kernel",
                "gaussian:1.5");
        convex(Relations.independent());
        convex(Relations.pooled());
        convex(Relations.mean(2.5), "--gamma", "2.50");
        TaskGraph graph = new TaskGraph(List.of(new TaskGraph.Edge("a", "b", 1), new TaskGraph.Edge("c", "b", 0.3)));
        Path edges = file("edges.csv", "task,task,weight\na,b,1.0\nc,b,.3\n");
        convex(Relations.graph(graph, 1), "--graph", edges);
        Map<String, String> groups = Map.of("a", "north", "b", "south", "c", "north");
        Path places = file("groups.csv", "task,group\nb,south\na,north\nc,north\n");
        convex(Relations.groups(groups, 10), "--groups", places, "--gamma", "1e1");
        TaskTree tree = TaskTree.parseNewick("(c:1.0, (b,a:0.5) ab:2)all;");
        Path newick = file("tree.nwk", "(c,(b,a:0.5)ab:2.0)all;\n");
        convex(Relations.tree(tree, 3), "--tree", newick);
        Path metric = file("metric.csv", "task,c,a,b\nc,2,1,0\na,1,2,0.5\nb,0,0.5,2\n");
        convex(Relations.metric(StructureFiles.matrix(metric)), "--metric", metric);
        Path codes = file("codes.csv", "code,a,b,c\np,1,0,1\nq,0.5,1,0\n");
        convex(Relations.coding(StructureFiles.matrix(codes), Relations.CODING_RIDGE), "--coding", codes);
        convex(Relations.schatten(1));
        convex(Relations.schatten(2));
        convex(Relations.schatten(1.5));
        convex(Relations.schattenNorm(2));
        convex(Relations.traceConstrained(0.01), "--lambda1", 0.01);
        convex(Relations.clustered(2, 1, 1, 10));
        convex(Relations.sparse(0.3), "--mu", 0.3);
        convex(Relations.logDet(1));
        convex(Relations.learnedGraph(1, Relations.LEARNED_GRAPH_EPS));
        weights(WeightPenalty.rows());
        weights(WeightPenalty.entries());
        weights(WeightPenalty.elastic(0.3), "--ratio", 0.3);
        weights(WeightPenalty.dirty(0.5), "--sparse-cost", 0.5);
        weights(WeightPenalty.rowsBeside("okl", 0.5), "--relation", "okl", "--feature-cost", 0.5);
        add(
                FactorTrainer.NAME,
                new FactorTrainer(Losses.squared(), 2, 0.5, 3, LAMBDA, Training.defaults()),
                "--lambda",
                LAMBDA,
                "--rank",
                2,
                "--mu",
                0.5,
                "--starts",
                3);
        add(
                TransferTrainer.NAME,
                new TransferTrainer(Losses.squared(), 0.5, TransferTrainer.EPS, LAMBDA, Training.defaults()),
                "--lambda",
                LAMBDA,
                "--mu",
                0.5);
        TaskKernels kernels = TaskKernels.joined(List.of(
                TaskKernels.tree(tree),
                TaskKernels.groups(groups),
                TaskKernels.structures(
                        List.of(Relations.graph(graph, 1), Relations.metric(StructureFiles.matrix(metric))))));
        Object[] files = {"--views", "auto", "--tree", newick, "--groups", places, "--graph", edges, "--metric", metric
        };
        mkl("mkl", Views.byStem(), kernels, 2, files);
        mkl("vanilla", Views.byStem(), kernels, EVEN, files);
        mkl("union", Views.all(), TaskKernels.union(), EVEN);
        mkl("individual", Views.all(), TaskKernels.own(), EVEN);
        add(
                "constrained",
                new ConstrainedTrainer(
                        Losses.squared(),
                        new Gaussian(1),
                        List.of(LAMBDA),
                        ConstraintSets.parse(SUM, List.of("a", "b", "c")),
                        Relaxation.robust(0.5),
                        Training.defaults()),
                "--lambda",
                LAMBDA,
                "--kernel",
                "gaussian:1",
                "--constraint",
                SUM,
                "--robust",
                0.5);
        ConstraintSet sum = ConstraintSets.parse(SUM, List.of("a", "b", "c"));
        add(
                "parametrised",
                new ParametrisedTrainer(
                        new Gaussian(1), LAMBDA, sum, Parametrisation.parse(THETA, 3), Training.defaults()),
                "--lambda",
                LAMBDA,
                "--kernel",
                "gaussian:1",
                "--constraint",
                SUM,
                "--theta",
                THETA);
    }

    @Test
    void everyMethodWritesTheSameBytesEitherWay() throws IOException {
        writeDownAll();
        assertThat(pairs.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Methods.all().stream().map(Method::name).toList());
        for (Map.Entry<String, Pair> entry : pairs.entrySet()) {
            Path called = dir.resolve("called.kith");
            ModelFile.write(entry.getValue().trainer().train(read()).model(), called);
            Path asked = fit(entry.getKey(), entry.getValue().options());
            assertThat(ModelFile.read(called).info())
                    .as(entry.getKey())
                    .isEqualTo(ModelFile.read(asked).info());
            assertThat(called).as(entry.getKey()).hasSameBinaryContentAs(asked);
        }
    }

    private Path fit(String method, List<Object> options) {
        Path file = dir.resolve("asked.kith");
        List<Object> args = new ArrayList<>(List.of("fit", rows, "--task", "who", "--target", "y", "--threads", 1));
        args.addAll(List.of("--seed", 0, "--loss", "squared", "--method", method, "-o", file));
        args.addAll(options);
        Run run = kith(args.toArray());
        assertThat(run.code()).as(run.err()).isZero();
        return file;
    }

    private Path sparse(double mu) throws IOException {
        Path file = dir.resolve("called.kith");
        Model model = new ConvexTrainer(Losses.squared(), new Linear(), Relations.sparse(mu), LAMBDA)
                .train(read())
                .model();
        ModelFile.write(model, file);
        return file;
    }

    private Run adapt(Path model, String to) {
        return kith("adapt", model, fresh, "-o", dir.resolve(to));
    }

    private double[] weightsOfTheNewcomer(String file) throws IOException {
        return ((LinearModel) ModelFile.read(dir.resolve(file))).weights().column(3);
    }

    @Test
    void aTaskJoinsALibraryModelByItsOwnRelation() throws IOException {
        assertThat(adapt(sparse(0.3), "called2.kith").code()).isZero();
        assertThat(adapt(fit("sparse", List.of("--lambda", LAMBDA, "--mu", 0.3)), "asked2.kith")
                        .code())
                .isZero();
        assertThat(weightsOfTheNewcomer("called2.kith")).isEqualTo(weightsOfTheNewcomer("asked2.kith"));
        assertThat(dir.resolve("called2.kith")).hasSameBinaryContentAs(dir.resolve("asked2.kith"));
        assertThat(kith("show", dir.resolve("called2.kith")).out()).contains("mu 0.3");
        Model usual = ModelFile.read(sparse(0.3));
        ModelFile.write(
                usual.withInfo(usual.info().withParameter("mu", Double.toString(Relations.SPARSE_MU))),
                dir.resolve("usual.kith"));
        adapt(dir.resolve("usual.kith"), "usual2.kith");
        assertThat(weightsOfTheNewcomer("usual2.kith")).isNotEqualTo(weightsOfTheNewcomer("called2.kith"));
    }

    @Test
    void aModelThatDoesNotKnowItsRelationIsRefused() throws IOException {
        Model model = ModelFile.read(sparse(0.3));
        Path silent = dir.resolve("silent.kith");
        ModelFile.write(model.withInfo(model.info().withoutParameters(List.of("mu", "eps")::contains)), silent);
        Run run = adapt(silent, "out.kith");
        assertThat(run.code()).isEqualTo(ExitCode.DATA);
        assertThat(run.err())
                .isEqualTo("kith adapt: the model does not say its 'mu', so its relation 'sparse' cannot be made again;"
                        + " fit it again, or give the relation itself\n");
        assertThat(dir.resolve("out.kith")).doesNotExist();
    }

    @Test
    void anOldModelThatNamesItsFileTakesTheFile() throws IOException {
        Path edges = file("edges.csv", "task,task\na,b\nb,c\nc,d\n");
        Path model = fit("graph", List.of("--graph", file("old.csv", "task,task\na,b\nb,c\n"), "--lambda", LAMBDA));
        Model now = ModelFile.read(model);
        Path old = dir.resolve("old.kith");
        ModelFile.write(now.withInfo(now.info().withParameter("graph", "old.csv")), old);
        assertThat(kith("adapt", old, fresh, "-o", dir.resolve("1.kith")).err()).contains("needs --graph FILE");
        assertThat(kith("adapt", old, fresh, "--graph", edges, "-o", dir.resolve("1.kith"))
                        .code())
                .isZero();
        kith("adapt", model, fresh, "--graph", edges, "-o", dir.resolve("2.kith"));
        assertThat(dir.resolve("1.kith")).hasSameBinaryContentAs(dir.resolve("2.kith"));
        assertThat(ModelFile.read(dir.resolve("1.kith")).info().parameters())
                .containsEntry("graph", "edges:a,b;b,c;c,d");
    }

    @Test
    void predictingNeedsNoTaskColumn() throws IOException {
        Run run = kith("predict", sparse(0.3), rows);
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines()).hasSize(46).first().isEqualTo("task,prediction");
    }

    @Test
    void longSettingsAreShownShort() throws IOException {
        StringBuilder pairsOfTasks = new StringBuilder("task,task\n");
        for (int k = 0; k < 40; k++) {
            pairsOfTasks.append("a,b\n");
        }
        Path edges = file("edges.csv", pairsOfTasks.toString());
        Path model = fit("graph", List.of("--graph", edges, "--lambda", LAMBDA, "--report", dir.resolve("r.html")));
        String shown = "edges:" + "a,b;".repeat(12) + "a,b...";
        assertThat(shown).hasSize(60);
        assertThat(kith("show", model).out()).contains("graph " + shown + ", ");
        assertThat(Files.readString(dir.resolve("r.html"))).contains(shown).doesNotContain("a,b;".repeat(13));
        assertThat(kith("show", model, "--json").out()).contains("edges:" + "a,b;".repeat(39) + "a,b\"");
        Path other = dir.resolve("other.kith");
        Files.move(model, other);
        fit("graph", List.of("--graph", file("few.csv", "task,task\na,b\n"), "--lambda", LAMBDA));
        assertThat(kith("diff", other, model).out()).contains("graph: " + shown + " -> edges:a,b\n");
    }
}
