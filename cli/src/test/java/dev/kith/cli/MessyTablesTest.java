package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables as people have them, from the first look to predictions for rows that are as incomplete. */
class MessyTablesTest {
    @TempDir
    private Path dir;

    private Path table;
    private Path rows;

    @BeforeEach
    void write() throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        StringBuilder text = new StringBuilder("school,age,married,colour,score\n");
        for (int i = 0; i < 300; i++) {
            double age = 20 + random.nextInt(400) / 10.0;
            boolean married = random.nextBoolean();
            String colour =
                    i % 50 == 7 ? "odd " + i : List.of("red", "blue", "green").get(random.nextInt(3));
            double score = age * (1 + i % 4) / 10 + (married ? 2 : 0) + random.nextInt(10) / 10.0;
            text.append("s").append(i % 4).append(',').append(i % 9 == 2 ? "NA" : age);
            text.append(',').append(i % 31 == 3 ? "?" : married ? "yes" : "no");
            text.append(',').append(i % 41 == 1 ? "" : colour);
            text.append(',').append(i % 60 == 5 ? "NaN" : String.valueOf(score)).append('\n');
        }
        table = Files.writeString(dir.resolve("messy.csv"), text);
        rows = Files.writeString(
                dir.resolve("new.csv"),
                "colour,school,age,married\nred,s1,33,yes\nmauve,s2,,FALSE\nNA,s3,51,\nodd 57,s0,N/A,t\n");
    }

    private Path fitted(Object... more) {
        Path model = dir.resolve("m.kith");
        List<Object> args = new ArrayList<>(List.of("fit", table, "--task", "school", "--target", "score"));
        args.addAll(List.of("--categorical", "colour", "--method", "mean", "--lambda", 0.01, "-o", model));
        args.addAll(List.of(more));
        Run run = kith(args.toArray());
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("; 4 tasks, 7 features, 295 labels.")
                .contains("  age: missing -> ", " of 295 rows; by task ", "), a feature says where")
                .contains("  married: yes -> 1, no -> 0; missing -> ")
                .contains("  colour: 3 values; missing -> '", " rare values -> 'other', as any new one");
        return model;
    }

    @Test
    void aFitSaysWhatItAssumedAndItsModelKeepsIt() {
        Path model = fitted();
        assertThat(kith("show", model).out()).contains("columns   age: missing -> ");
        assertThat(kith("show", model, "--json").out())
                .contains(
                        "\"preparation\":{\"version\":1,\"impute\":true,\"missing\":[],\"steps\":[{\"kind\":\"number\",");
        Run predicted = kith("predict", model, rows);
        assertThat(predicted.err()).isEmpty();
        assertThat(predicted.out().lines()).hasSize(5);
    }

    @Test
    void newRowsArePredictedWithWhateverIsMissingInThem() throws IOException {
        Path model = fitted("--calibrate");
        Run all = kith("predict", model, rows, "--interval", 0.9);
        assertThat(all.err()).doesNotContain("missing");
        assertThat(all.out().lines()).hasSize(5).noneMatch(line -> line.contains("NaN"));
        Path complete = Files.writeString(dir.resolve("complete.csv"), "school,age,married,colour\ns1,33,1,red\n");
        assertThat(kith("predict", model, complete).out().lines().skip(1))
                .containsExactly(kith("predict", model, rows)
                        .out()
                        .lines()
                        .skip(1)
                        .findFirst()
                        .orElseThrow());
    }

    @Test
    void aNewTaskJoinsWithIncompleteRows() throws IOException {
        Path model = fitted();
        StringBuilder text = new StringBuilder("school,age,married,colour,score\n");
        for (int i = 0; i < 12; i++) {
            text.append("new,")
                    .append(i % 3 == 0 ? "" : 20 + i)
                    .append(",no,mauve,")
                    .append(4 + i * 0.3)
                    .append('\n');
        }
        Path joined = dir.resolve("joined.kith");
        Run run = kith("adapt", model, Files.writeString(dir.resolve("join.csv"), text), "-o", joined);
        assertThat(run.err()).isEmpty();
        Path row = Files.writeString(dir.resolve("row.csv"), "school,age,married,colour\nnew,,yes,red\n");
        assertThat(kith("predict", joined, row).out().lines()).hasSize(2);
    }

    @Test
    void rowsOfTomorrowAreLearnedAsTheModelPreparesThem() throws IOException {
        Path model = fitted("--keep-moments");
        Path more = Files.writeString(
                dir.resolve("more.csv"), "school,age,married,colour,score\ns1,,yes,mauve,9\ns2,40,?,red,12\n");
        Path updated = dir.resolve("u.kith");
        assertThat(kith("update", model, more, "-o", updated).err()).isEmpty();
        assertThat(kith("show", updated).out()).contains("columns   age: missing -> ");
        assertThat(kith("predict", updated, rows).code()).isZero();
    }

    @Test
    void imputeNoneRefusesWithTheLine() {
        Run run =
                kith("compare", table, "--task", "school", "--target", "score", "--drop", "colour", "--impute", "none");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("messy.csv:4: column 'age': \"NA\" is missing, a number is needed (task 's2')");
        assertThat(kith("compare", table, "--task", "school", "--target", "score", "--impute", "mean")
                        .err())
                .contains("--impute must be auto or none, got 'mean'");
    }

    @Test
    void spellingsOfOnesOwnAreKeptForPredictions() throws IOException {
        Path file = Files.writeString(
                dir.resolve("codes.csv"), "t,x,y\n" + "a,1,2\na,-999,3\na,2,4\nb,1,1\nb,-999,3\nb,5,-999\n".repeat(4));
        Path model = dir.resolve("codes.kith");
        Run run = kith(
                "fit",
                file,
                "--task",
                "t",
                "--target",
                "y",
                "--missing",
                "-999",
                "--method",
                "stl",
                "--lambda",
                0.1,
                "-o",
                model);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("20 labels").contains("x: missing -> 1 (8 of 20 rows");
        Path row = Files.writeString(dir.resolve("row.csv"), "t,x\na,-999.0\na,NA\n");
        List<String> lines = kith("predict", model, row).out().lines().toList();
        assertThat(lines.get(1)).isEqualTo(lines.get(2));
    }

    @Test
    void theFirstLookEndsWithACommandThatRuns() {
        List<String> lines =
                kith("inspect", table, "--target", "score").out().lines().toList();
        List<Object> words = new ArrayList<>(
                List.of((Object[]) lines.get(lines.size() - 1).strip().split(" ")));
        assertThat(words).doesNotContain("--drop");
        words.remove(0);
        words.addAll(List.of("--methods", "mean", "--folds", "2"));
        Run run = kith(words.toArray());
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("age: missing -> ", "married: yes -> 1, no -> 0");
    }
}
