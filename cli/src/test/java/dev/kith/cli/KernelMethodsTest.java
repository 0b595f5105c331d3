package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.file.ModelFile;
import dev.kith.model.NodeModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Multiple kernel learning through the command line. */
class KernelMethodsTest {
    @TempDir
    private Path dir;

    private Path data;

    @BeforeEach
    void simulate() throws IOException {
        StringBuilder csv = new StringBuilder("who,word,u1,u2,v1,y\n");
        String[] words = {"ACGT", "ACCA", "GGTA", "TTTA", "CACA", "TGCA"};
        for (int i = 0; i < 120; i++) {
            int task = i % 4;
            double u1 = Math.sin(1 + 3 * i);
            double u2 = Math.cos(2 + 5 * i);
            double v1 = Math.sin(7 * i);
            double y = u1 + (task < 2 ? u2 : -u2) > 0 ? 1 : 0;
            csv.append(String.join(",", "t" + task, words[i % 6], "" + u1, "" + u2, "" + v1, "" + y))
                    .append('\n');
        }
        data = Files.writeString(dir.resolve("d.csv"), csv);
    }

    private Run fit(String method, Object... more) {
        Object[] args = {
            "fit",
            data,
            "--task",
            "who",
            "--target",
            "y",
            "--method",
            method,
            "--loss",
            "hinge",
            "--tol",
            "1e-3",
            "-o",
            dir.resolve("m.kith")
        };
        Object[] all = java.util.Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return kith(all);
    }

    @Test
    void everyMethodFitsShowsAndPredicts() throws IOException {
        for (String method : new String[] {"mkl", "vanilla", "union", "individual"}) {
            Run run = fit(method, "--drop", "word");
            assertThat(run.err()).isEmpty();
            assertThat(run.code()).isZero();
            assertThat(run.out()).containsSubsequence("Memory beside the data: ", "Converged");
            Run show = kith("show", dir.resolve("m.kith"), "--json");
            assertThat(show.out()).contains("\"method\":\"" + method + "\"", "\"viewWeights\":[{");
            Run predict = kith("predict", dir.resolve("m.kith"), data);
            assertThat(predict.err()).isEmpty();
            assertThat(predict.out().lines()).hasSize(121).first().isEqualTo("task,prediction");
        }
    }

    @Test
    void treesAreGivenOrFound() throws IOException {
        Path tree = Files.writeString(dir.resolve("t.nwk"), "((t0,t1)left,(t2,t3)right)root;");
        assertThat(fit("mkl", "--drop", "word", "--tree", tree, "--views", "auto", "--p", 1)
                        .code())
                .isZero();
        NodeModel model = (NodeModel) ModelFile.read(dir.resolve("m.kith"));
        assertThat(model.kernels()).hasSize(14);
        assertThat(model.info().parameters())
                .containsEntry("tree", "newick:((t0,t1)left,(t2,t3)right)root;")
                .containsEntry("views", "auto");
        assertThat(kith("show", dir.resolve("m.kith")).out()).contains("root (4)", "left (2)", "view 'u'");
        assertThat(fit("vanilla", "--drop", "word", "--tree", "auto").code()).isZero();
        assertThat(kith("show", dir.resolve("m.kith")).out()).contains("node3 (4)");
    }

    @Test
    void groupsGraphsAndMatricesAreCombined() throws IOException {
        Path groups = Files.writeString(dir.resolve("g.csv"), "task,group\nt0,low\nt1,low\nt2,high\nt3,high\n");
        Path graph = Files.writeString(dir.resolve("e.csv"), "task,task\nt0,t1\nt2,t3\n");
        Path metric = Files.writeString(
                dir.resolve("m.csv"), ",t0,t1,t2,t3\nt0,2,1,0,0\nt1,1,2,0,0\nt2,0,0,2,1\nt3,0,0,1,2\n");
        Run run = fit("mkl", "--drop", "word", "--groups", groups, "--graph", graph, "--metric", metric, "--p", 1);
        assertThat(run.err()).isEmpty();
        NodeModel model = (NodeModel) ModelFile.read(dir.resolve("m.kith"));
        assertThat(model.kernels().stream().map(NodeModel.KernelWeight::tasks))
                .containsExactly("shared", "high", "low", "own", "graph", "metric");
        assertThat(model.info().parameters())
                .containsEntry("groups", "pairs:t0,low;t1,low;t2,high;t3,high")
                .containsEntry("graph", "edges:t0,t1;t2,t3")
                .containsEntry("graph-gamma", "1")
                .hasEntrySatisfying("metric", digest -> assertThat(digest).matches("sha256:[0-9a-f]{64}"));
    }

    @Test
    void classesMayCostDifferently() throws IOException {
        fit("union", "--drop", "word");
        double even = ((NodeModel) ModelFile.read(dir.resolve("m.kith"))).intercepts()[0];
        fit("union", "--drop", "word", "--positive-weight", 10);
        double uneven = ((NodeModel) ModelFile.read(dir.resolve("m.kith"))).intercepts()[0];
        assertThat(uneven).isGreaterThan(even + 0.1);
    }

    @Test
    void stringsAreHashed() {
        Run run = fit(
                "mkl",
                "--strings",
                "word",
                "--drop",
                "u1,u2,v1",
                "--kernel",
                "weighted-degree:2",
                "--strings-hash",
                12,
                "--mismatches",
                1,
                "--views",
                "auto");
        assertThat(run.err()).isEmpty();
        assertThat(kith("show", dir.resolve("m.kith"), "--json").out()).contains("\"view\":\"length 2\"");
        assertThat(kith("predict", dir.resolve("m.kith"), data).out().lines()).hasSize(121);
    }

    @Test
    void otherKernelsRunOnKernelRowsAndCIsChosen() {
        Run run = fit("mkl", "--drop", "word", "--kernel", "gaussian:2", "--C", "auto", "--folds", 2);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("cross-validation");
    }

    @Test
    void dataThatDoNotFitTheMemoryAreKeptOnDiskAndLearnedAllTheSame() throws IOException {
        StringBuilder svm = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            svm.append(i % 3 - i % 5 > 0 ? 1 : -1).append(" qid:t").append(i % 11);
            for (int j = 1; j <= 5; j++) {
                svm.append(' ').append(20 * j + i % (5 + j)).append(':').append(j);
            }
            svm.append('\n');
        }
        Path file = Files.writeString(dir.resolve("d.svm"), svm);
        Object[] args = {
            "fit", file, "--method", "mkl", "--loss", "hinge", "--threads", 1, "-o", dir.resolve("memory.kith")
        };
        assertThat(kith(args).out()).contains("Memory beside the data: ");
        args[args.length - 1] = dir.resolve("disk.kith");
        Object[] limited = java.util.Arrays.copyOf(args, args.length + 2);
        limited[args.length] = "--memory";
        limited[args.length + 1] = "2500k";
        Run run = kith(limited);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("; data kept on disk: 1.0 MB in blocks of at most ");
        assertThat(Files.readAllBytes(dir.resolve("disk.kith")))
                .isEqualTo(Files.readAllBytes(dir.resolve("memory.kith")));
    }

    @Test
    void modelIsCalledAsTheMethodUnlessANameIsGiven() throws IOException {
        Path model = Path.of("union.kith");
        try {
            Run run = kith("fit", data, "--task", "who", "--target", "y", "--drop", "word", "--method", "union");
            assertThat(run.err()).isEmpty();
            assertThat(run.out()).endsWith("Saved union.kith" + System.lineSeparator());
            assertThat(model).exists();
        } finally {
            Files.deleteIfExists(model);
        }
    }

    @Test
    void thresholdMakesClasses() {
        Run run = fit("union", "--drop", "word,u2", "--threshold", 0.5);
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
    }

    @Test
    void tasksMayShareATableOfWeights() {
        Run run = fit("mkl", "--drop", "word", "--task-hash", 12);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("task-hash 12", "node weights 33.");
        assertThat(kith("show", dir.resolve("m.kith"), "--json").out()).contains("\"task-hash\":\"12\"");
    }

    @Test
    void mistakesAreSaid() {
        assertThat(fit("mkl", "--drop", "word", "--lambda", 1).err())
                .contains("--lambda is not used by method 'mkl'; it has --C instead");
        assertThat(fit("union", "--drop", "word", "--p", 1).err()).contains("--p is not used by method 'union'");
        assertThat(fit("mkl", "--drop", "word", "--memory", "1k").err()).contains("memory must be at least");
        assertThat(fit("mkl", "--drop", "word", "--memory", "much").err())
                .contains("--memory must be a size such as 500m or 4g, got 'much'");
        assertThat(fit("mkl", "--drop", "word", "--strings-hash", 9).err())
                .contains("--strings-hash needs a column of strings and a string kernel");
        assertThat(fit("mkl", "--drop", "word", "--mismatches", 1).err())
                .contains("--mismatches needs a column of strings and a string kernel");
    }
}
