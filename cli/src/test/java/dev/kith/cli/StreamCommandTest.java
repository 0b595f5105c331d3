package dev.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.terminal.ExitCode;
import dev.kith.data.SparseInputs;
import dev.kith.file.ModelFile;
import dev.kith.linalg.SparseRows;
import dev.kith.model.Model;
import dev.kith.online.OnlineLearner;
import dev.kith.online.UniformSharing;
import dev.kith.online.perceptron.SharedPerceptron;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    /** The summary without the only member that differs between equal runs. */
    private static String summary(Run run) {
        assertThat(run.code()).as(run.err()).isZero();
        return run.out().replaceAll("\"rowsPerSecond\":[0-9.E]+", "");
    }

    @Test
    void everyRowIsPredictedBeforeItIsLearned() throws IOException {
        List<StreamLine> lines = StreamLine.lines(500);
        SharedPerceptron learner = new SharedPerceptron(new UniformSharing(2));
        int mistakes = 0;
        for (StreamLine line : lines) {
            mistakes +=
                    OnlineLearner.mistaken(line.label(), learner.learn(line.task(), line.row(), line.label())) ? 1 : 0;
        }
        Run result = Run.kith("stream", file("rows.svm", StreamLine.libsvm(lines)), "--b", 2, "--every", 200, "--json");
        assertThat(summary(result))
                .startsWith("{\"learner\":\"perceptron\",\"rows\":500,\"mistakes\":" + mistakes + ",\"rate\":")
                .contains("\"perTask\":{\"ann\":{\"rows\":", "\"windows\":[{\"rows\":200,", "{\"rows\":100,");
        assertThat(result.err()).contains("200 rows", "400 rows");
    }

    @Test
    void allFormatsAndStandardInputGiveTheSameNumbers() throws IOException {
        List<StreamLine> lines = StreamLine.lines(300);
        String expected = summary(Run.kith("stream", file("rows.svm", StreamLine.libsvm(lines)), "--json"));
        Path csv = file("rows.csv", StreamLine.csv(lines));
        Path jsonl = file("rows.jsonl", StreamLine.jsonLines(lines));
        assertThat(summary(Run.kith("stream", csv, "--task", "who", "--target", "y", "--json")))
                .isEqualTo(expected);
        assertThat(summary(Run.kith("stream", jsonl, "--task", "who", "--target", "y", "--json")))
                .isEqualTo(expected);
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(StreamLine.libsvm(lines).getBytes(StandardCharsets.UTF_8)));
            assertThat(summary(Run.kith("stream", "-", "--json"))).isEqualTo(expected);
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void aRunThatStoppedGoesOnAndEndsWithTheSameNumbers() throws IOException {
        String all = StreamLine.libsvm(StreamLine.lines(1000));
        int cut = all.indexOf('\n', all.length() * 2 / 3) + 1;
        for (String learner : List.of("perceptron", "second-order", "matrix", "pnorm", "adaptive")) {
            Path state = directory.resolve(learner + ".state");
            List<Object> args = new ArrayList<>(
                    List.of("stream", directory.resolve("rows.svm"), "--learner", learner, "--every", 50, "--json"));
            if (learner.equals("matrix") || learner.equals("pnorm")) {
                args.addAll(List.of("--p", 3));
            }
            file("rows.svm", all);
            String expected = summary(Run.kith(args.toArray()));
            args.addAll(List.of("--checkpoint", state, "--resume"));
            file("rows.svm", all.substring(0, cut) + "1 qid:ann 1:broken\n" + all.substring(cut));
            assertThat(Run.kith(args.toArray()).code()).isEqualTo(ExitCode.DATA);
            file("rows.svm", all);
            Run resumed = Run.kith(args.toArray());
            assertThat(summary(resumed)).isEqualTo(expected);
            assertThat(resumed.err()).contains(learner.equals("matrix") ? "resuming after " : "resuming after 66");
            assertThat(summary(Run.kith(args.toArray())))
                    .as("resuming a finished run")
                    .isEqualTo(expected);
        }
    }

    /** Votes, means and budgets are part of a checkpoint. */
    @Test
    void everyCombinationGoesOnAfterAStop() throws IOException {
        String all = StreamLine.libsvm(StreamLine.lines(400));
        int cut = all.indexOf('\n', all.length() * 2 / 3) + 1;
        List<String> settings = List.of(
                "--kernel gaussian:1 --b auto",
                "--kernel gaussian:1 --b auto --averaged",
                "--kernel gaussian:1 --averaged",
                "--learner second-order --b auto --budget 40",
                "--learner second-order --averaged",
                "--learner pnorm --p 3 --b auto",
                "--learner pnorm --p 2.5 --root",
                "--learner graph",
                "--learner matrix --p 1.5",
                "--learner matrix --directions 2",
                "--learner matrix --p 2 --kernel gaussian:1 --budget 30");
        for (int n = 0; n < settings.size(); n++) {
            List<Object> args =
                    new ArrayList<>(List.of("stream", directory.resolve("rows.svm"), "--every", 50, "--json"));
            args.addAll(List.of(settings.get(n).split(" ", -1)));
            file("rows.svm", all);
            String expected = summary(Run.kith(args.toArray()));
            args.addAll(List.of("--checkpoint", directory.resolve(n + ".state"), "--resume"));
            file("rows.svm", all.substring(0, cut) + "1 qid:ann 1:broken\n" + all.substring(cut));
            assertThat(Run.kith(args.toArray()).code()).isEqualTo(ExitCode.DATA);
            file("rows.svm", all);
            assertThat(summary(Run.kith(args.toArray()))).as(settings.get(n)).isEqualTo(expected);
            assertThat(expected.contains("\"search\":"))
                    .isEqualTo(
                            settings.get(n).contains("auto") || settings.get(n).contains("graph"));
        }
    }

    @Test
    void aCheckpointOfAnotherRunIsRefused() throws IOException {
        Path rows = file("rows.svm", StreamLine.libsvm(StreamLine.lines(200)));
        Path state = directory.resolve("run.state");
        assertThat(Run.kith("stream", rows, "--b", 1, "--checkpoint", state).code())
                .isZero();
        Run settings = Run.kith("stream", rows, "--b", 2, "--checkpoint", state, "--resume");
        assertThat(settings.code()).isEqualTo(ExitCode.DATA);
        assertThat(settings.err()).contains("the checkpoint is of a run with other settings", "--b=1", "--b=2");
        file("rows.svm", StreamLine.libsvm(StreamLine.lines(300).subList(100, 300)));
        Run stream = Run.kith("stream", rows, "--b", 1, "--checkpoint", state, "--resume");
        assertThat(stream.err()).contains("the checkpoint is of another stream: its first 200 rows differ");
        file("rows.svm", StreamLine.libsvm(StreamLine.lines(100)));
        assertThat(Run.kith("stream", rows, "--b", 1, "--checkpoint", state, "--resume")
                        .err())
                .contains("the checkpoint was taken after 200 rows, the stream has only 100");
    }

    @Test
    void theModelPredictsWhatTheLearnerWould() throws IOException {
        List<StreamLine> lines = StreamLine.lines(400);
        Path rows = file("rows.svm", StreamLine.libsvm(lines));
        Path saved = directory.resolve("model.kith");
        assertThat(Run.kith("stream", rows, "--b", 3, "-o", saved, "--quiet").code())
                .isZero();
        SharedPerceptron learner = new SharedPerceptron(new UniformSharing(3));
        lines.forEach(line -> learner.learn(line.task(), line.row(), line.label()));
        Model model = ModelFile.read(saved);
        assertThat(model.info().tasks()).isEqualTo(StreamLine.TASKS);
        assertThat(model.info().classes()).containsExactly("-1", "1");
        int[] indices = new int[StreamLine.D];
        Arrays.setAll(indices, j -> j);
        for (StreamLine line : lines.subList(0, 50)) {
            double[] x = line.row().values();
            SparseRows row = new SparseRows(StreamLine.D, new int[] {0, StreamLine.D}, indices, x);
            double predicted = model.predict(new SparseInputs(row, model.info().features()))
                    .get(0, line.task());
            assertThat(predicted).isCloseTo(learner.predict(line.task(), line.row()), within());
        }
    }

    private static org.assertj.core.data.Offset<Double> within() {
        return org.assertj.core.api.Assertions.within(1e-9);
    }

    @Test
    void interceptsAndWideDataAndHashingWork() throws IOException {
        Path saved = directory.resolve("model.kith");
        StringBuilder wide = new StringBuilder("a,b,x\n");
        Random random = new Random(7);
        for (int n = 0; n < 400; n++) {
            double x = random.nextDouble();
            wide.append(x > 0.5 ? 1 : 0)
                    .append(',')
                    .append(x > 0.3 ? 1 : 0)
                    .append(',')
                    .append(x)
                    .append('\n');
        }
        Path csv = file("wide.csv", wide.toString());
        Run result = Run.kith("stream", csv, "--targets", "a,b", "--intercept", "--json", "-o", saved);
        assertThat(summary(result)).contains("\"rows\":800");
        Model model = ModelFile.read(saved);
        assertThat(model.predict("a", 0.9)).isPositive();
        assertThat(model.predict("a", 0.1)).isNegative();
        Path rows = file("rows.svm", StreamLine.libsvm(StreamLine.lines(300)));
        assertThat(summary(Run.kith("stream", rows, "--hash", 10, "--json"))).contains("\"rows\":300");
        assertThat(Run.kith("stream", rows, "--hash", 10, "-o", saved).err())
                .contains("-o needs the names of features, which --hash forgets");
    }

    /** A fit and a stream of the same file say the same about its classes, whichever comes first. */
    @Test
    void textClassesHaveTheSignsOfAFit() throws IOException {
        StringBuilder text = new StringBuilder("who,y,x\nann,spam,0.9\n");
        Random random = new Random(8);
        for (int n = 0; n < 200; n++) {
            double x = random.nextGaussian();
            text.append(n % 2 == 0 ? "ann" : "bob").append(',').append(x > 0 ? "spam" : "ham");
            text.append(',').append(x).append('\n');
        }
        Path rows = file("mail.csv", text.toString());
        Path fit = directory.resolve("fit.kith");
        Object[] columns = {rows, "--task", "who", "--target", "y", "-o"};
        assertThat(kith("fit", with(columns, fit, "--method", "mean", "--lambda", 0.1))
                        .code())
                .isZero();
        List<String> classes = ModelFile.read(fit).info().classes();
        assertThat(classes).containsExactly("ham", "spam");
        for (Object[] options : new Object[][] {{}, {"--shuffle"}, {"--classes", "ham,spam"}, {"--positive", "spam"}}) {
            Path saved = directory.resolve("model.kith");
            Run run = kith("stream", with(with(columns, saved, "--intercept"), options));
            assertThat(run.code()).as(run.err()).isZero();
            Model model = ModelFile.read(saved);
            assertThat(model.info().classes()).isEqualTo(classes);
            assertThat(model.predict("bob", 1)).isPositive();
        }
        assertThat(Run.kith("stream", rows, "--task", "who", "--target", "y", "--positive", "spma")
                        .err())
                .contains("mail.csv:", "label", "must be one of two: spam and spma");
    }

    private static Run kith(String command, Object[] args) {
        return Run.kith(with(new Object[] {command}, args));
    }

    private static Object[] with(Object[] args, Object... more) {
        Object[] all = Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return all;
    }

    /** One target without a task column is wide data of one task, as for fit. */
    @Test
    void aModelOfOneTaskPredictsWithoutATaskColumn() throws IOException {
        Path rows = file("one.csv", "y,x\n1,1\n0,-1\n1,2\n0,-2\n");
        Path saved = directory.resolve("model.kith");
        assertThat(Run.kith("stream", rows, "--target", "y", "-o", saved, "--quiet")
                        .code())
                .isZero();
        Run predicted = Run.kith("predict", saved, rows);
        assertThat(predicted.code()).as(predicted.err()).isZero();
        assertThat(predicted.out().lines()).hasSize(5);
    }

    @Test
    void aClosedStandardInputIsRefused() {
        System.setProperty("kith.input", "closed");
        try {
            Run run = Run.kith("stream", "-");
            assertThat(run.code()).isEqualTo(ExitCode.DATA);
            assertThat(run.err()).isEqualTo("kith stream: standard input is closed: there are no rows to read\n");
        } finally {
            System.clearProperty("kith.input");
        }
    }

    @Test
    void thousandsOfTasksMayAppear() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int n = 0; n < 6000; n++) {
            text.append(n % 3 == 0 ? 1 : -1)
                    .append(" qid:t")
                    .append(n % 3000)
                    .append(" 1:1 ")
                    .append(2 + n % 7)
                    .append(":1\n");
        }
        Path rows = file("many.svm", text.toString());
        assertThat(summary(Run.kith("stream", rows, "--json"))).contains("\"rows\":6000", "\"t2999\":{\"rows\":2,");
    }

    @Test
    void shufflingDependsOnTheSeedOnly() throws IOException {
        Path rows = file("rows.svm", StreamLine.libsvm(StreamLine.lines(300)));
        String one = summary(Run.kith("stream", rows, "--shuffle", "--seed", 1, "--json"));
        assertThat(summary(Run.kith("stream", rows, "--shuffle", "--seed", 1, "--json")))
                .isEqualTo(one);
        assertThat(summary(Run.kith("stream", rows, "--shuffle", "--seed", 2, "--json")))
                .isNotEqualTo(one);
        assertThat(summary(Run.kith("stream", rows, "--shuffle", "--learner", "matrix", "--json")))
                .contains("\"rows\":300");
    }

    @Test
    void relationsCanBeHandedOver() throws IOException {
        Path rows = file("rows.svm", StreamLine.libsvm(StreamLine.lines(300)));
        Path graph = file("graph.csv", "a,b\nann,bob\nbob,cy\n");
        Path matrix = file("identity.csv", "task,cy,bob,ann\ncy,1,0,0\nbob,0,1,0\nann,0,0,1\n");
        assertThat(summary(Run.kith("stream", rows, "--interaction", "graph:" + graph, "--json")))
                .contains("\"rows\":300");
        String alone = summary(Run.kith("stream", rows, "--b", 0, "--json"));
        String identity = summary(Run.kith("stream", rows, "--interaction", matrix, "--json"));
        assertThat(identity.substring(0, identity.indexOf("perTask")))
                .isEqualTo(alone.substring(0, alone.indexOf("perTask")));
    }

    @Test
    void whatMakesNoSenseIsRefusedInOneLine() throws IOException {
        Path rows = file("rows.svm", StreamLine.libsvm(StreamLine.lines(20)));
        assertThat(usage(rows, "--learner", "matrix", "--b", "2"))
                .contains("--b has no effect with --learner matrix: leave it out");
        assertThat(usage(rows, "--p", "3")).contains("--p has no effect with --learner perceptron");
        assertThat(usage(rows, "--budget", "3")).contains("--budget has no effect without --kernel");
        assertThat(usage(rows, "--b", "-1")).contains("b must be a finite number >= 0, got -1.0");
        assertThat(usage(rows, "--b", "much")).contains("--b must be a number >= 0, auto or from:MODEL, got 'much'");
        assertThat(usage(rows, "--resume")).contains("--resume needs --checkpoint");
        assertThat(usage(rows, "--learner", "svm"))
                .contains("--learner must be perceptron, pnorm, second-order, matrix, adaptive or graph, got 'svm'");
        assertThat(usage(rows, "--kernel", "spectrum:3")).contains("--kernel must be a kernel on numbers");
        assertThat(usage(rows, "--classes", "ham")).contains("--classes must be two labels, NEG,POS, got 'ham'");
        assertThat(usage(rows, "--classes", "-1,1", "--positive", "1"))
                .contains("--classes names the positive class already: leave --positive out");
        assertThat(usage(rows, "--hash", "0")).contains("--hash bits must be a whole number from 1 to 30, got 0");
        assertThat(usage(rows, "--tasks", "-1")).contains("--tasks must be a whole number >= 1, got -1");
        assertThat(usage(rows, "--learner", "second-order", "--intercept"))
                .contains("--intercept is for learners with explicit weights: leave it or --kernel out");
        assertThat(usage(rows, "--learner", "matrix", "--shared-loss", "l3"))
                .contains("'--shared-loss': expected one of [L1, L2, LINF] (case-insensitive) but was 'l3'");
        assertThat(usage(rows, "--seed", "3")).contains("--seed has no effect without --shuffle");
        assertThat(Run.kith("stream", file("bad.svm", "2 qid:a 1:1\n")).err())
                .contains("bad.svm:1: label 2 must be one of two: -1 (or 0) and 1; for other labels name the positive");
        assertThat(Run.kith("stream", file("three.svm", "-1 qid:a 1:1\n0 qid:a 1:1\n"))
                        .err())
                .contains("three.svm:2: label 0 must be one of two: -1 and 1");
        assertThat(summary(
                        Run.kith("stream", file("two.svm", "2 qid:a 1:1\n1 qid:a 1:1\n"), "--positive", 2, "--json")))
                .contains("\"rows\":2");
    }

    private static String usage(Object... args) {
        Object[] all = new Object[args.length + 1];
        all[0] = "stream";
        System.arraycopy(args, 0, all, 1, args.length);
        Run result = Run.kith(all);
        assertThat(result.code()).isEqualTo(ExitCode.USAGE);
        return result.err();
    }
}
