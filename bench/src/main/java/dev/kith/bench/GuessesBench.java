package dev.kith.bench;

import dev.kith.data.Roles;
import dev.kith.data.inspect.Inspect;
import dev.kith.data.inspect.Inspection;
import dev.kith.data.inspect.Inspection.Kind;
import dev.kith.data.inspect.Inspection.Part;
import dev.kith.data.inspect.Inspection.Topic;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Things planted in clean tables, and what inspection finds of them: a table of hits, and of alarms about what nobody planted. */
public final class GuessesBench {
    private static final int TABLES = 24;
    private static final Roles KNOWN = Roles.task("shop").target("sales");

    private GuessesBench() {}

    /** What is planted, and what a hit is. */
    private record Plant(String name, Roles given, Consumer<PlantedRows> plant, Predicate<Inspection> hit) {}

    /** Prints the table in Markdown. */
    public static void main(String... arguments) {
        System.out.printf("| planted | found, of %d | alarms about other columns |%n|---|---|---|%n", TABLES);
        plants().forEach(GuessesBench::print);
    }

    private static void print(Plant plant) {
        int hits = 0;
        int alarms = 0;
        for (int seed = 0; seed < TABLES; seed++) {
            PlantedRows rows = new PlantedRows(seed);
            plant.plant.accept(rows);
            Inspection seen = Inspect.stream(
                            "planted.csv", new ByteArrayInputStream(rows.csv().getBytes(StandardCharsets.UTF_8)))
                    .given(plant.given)
                    .run();
            hits += plant.hit.test(seen) ? 1 : 0;
            alarms += (int) seen.findings().stream()
                    .filter(found -> found.topic() == Topic.LEAK || found.topic() == Topic.FORGOTTEN_TASK)
                    .filter(found -> found.columns().stream()
                            .noneMatch(column -> column.startsWith("p") || column.equals("shop")))
                    .count();
        }
        System.out.printf("| %s | %d | %d |%n", plant.name, hits, alarms);
    }

    private static Plant leak(String name, Consumer<PlantedRows> plant) {
        return new Plant(
                name,
                KNOWN,
                plant,
                seen -> seen.findings(Topic.LEAK).stream()
                        .anyMatch(found -> found.columns().stream().allMatch(column -> column.startsWith("p"))));
    }

    private static Plant kind(String name, Kind kind, Consumer<PlantedRows> plant) {
        return new Plant(
                name,
                KNOWN,
                plant,
                seen -> seen.columns().stream()
                        .anyMatch(column -> column.name().equals("p")
                                && (column.kind() == kind
                                        || (kind == Kind.NUMBER && column.kind().numeric()))));
    }

    private static Plant left(String name, Consumer<PlantedRows> plant, Part... parts) {
        return new Plant(
                name,
                KNOWN,
                plant,
                seen -> seen.guesses().stream()
                        .anyMatch(guess ->
                                guess.column().startsWith("p") && List.of(parts).contains(guess.part())));
    }

    private static Plant clean(String name, Consumer<PlantedRows> plant) {
        return new Plant(name, KNOWN, plant, seen -> seen.findings(Topic.LEAK).isEmpty());
    }

    private static List<Plant> plants() {
        List<Plant> all = new ArrayList<>();
        leaks(all);
        names(all);
        forms(all);
        controls(all);
        return all;
    }

    private static void leaks(List<Plant> all) {
        all.add(leak("the target copied", t -> t.number("p", 3, i -> t.y[i])));
        all.add(leak("the target shifted", t -> t.number("p", 3, i -> t.y[i] + 250)));
        all.add(leak("the target in other units", t -> t.number("p", 4, i -> 2.54 * t.y[i])));
        all.add(leak("the target rounded to whole numbers", t -> t.number("p", 0, i -> t.y[i])));
        all.add(leak("the target cut in two", t -> t.text("p", i -> t.y[i] < t.middle() ? "low" : "high")));
        all.add(leak("its logarithm", t -> t.number("p", 6, i -> Math.log(t.y[i]))));
        all.add(leak("its cube", t -> t.number("p", 0, i -> t.y[i] * t.y[i] * t.y[i])));
        all.add(leak("its negative", t -> t.number("p", 3, i -> 5 - t.y[i])));
        all.add(leak("two columns whose sum it is", t -> {
            double[] share = t.uniform();
            t.number("p1", 3, i -> PlantedRows.round(share[i] * t.y[i], 3));
            t.number("p2", 3, i -> t.y[i] - PlantedRows.round(share[i] * t.y[i], 3));
        }));
        all.add(leak("two columns whose product it is", t -> {
            double[] share = t.uniform();
            t.number("p1", 6, i -> 1 + share[i]);
            t.number("p2", 6, i -> t.y[i] / (1 + share[i]));
        }));
        all.add(leak(
                "known only afterwards: the target but for 1% of its deviation",
                t -> {
                    double[] noise = t.normal();
                    t.number("p", 4, i -> t.y[i] + 0.01 * t.deviation() * noise[i]);
                }));
        all.add(leak("the mean label of the task", t -> {
            double[] means = t.means();
            t.number("p", 4, i -> means[t.task[i]]);
        }));
        all.add(new Plant(
                "a number that gives the target's order",
                KNOWN,
                t -> {
                    int[] ranks = t.ranks();
                    t.text("p", i -> String.valueOf(ranks[i]));
                },
                seen -> !seen.findings(Topic.LEAK).isEmpty()
                        || seen.roles().columns(Roles.Part.DROP).contains("p")));
    }

    private static void names(List<Plant> all) {
        all.add(new Plant(
                "a forgotten task",
                Roles.task("phalf").target("sales"),
                t -> t.text("phalf", i -> "h" + i % 4),
                seen -> seen.findings(Topic.FORGOTTEN_TASK).stream()
                        .anyMatch(found -> found.columns().contains("shop"))));
        all.add(left(
                "the task under another name",
                t -> t.text("p", i -> "branch " + (char) ('A' + t.task[i] % 26) + t.task[i] / 26),
                Part.DUPLICATE));
        all.add(left("a feature in other units", t -> t.number("p", 6, i -> 3.28084 * t.x[0][i]), Part.DUPLICATE));
        all.add(left("a constant", t -> t.text("p", i -> "7"), Part.CONSTANT));
        all.add(left("an empty column", t -> t.text("p", i -> ""), Part.UNREADABLE));
        all.add(left("numbers that count rows", t -> t.text("p", i -> String.valueOf(1000 + i)), Part.ID));
        all.add(left(
                "numeric ids, called so",
                t -> t.text("p_id", i -> String.valueOf(100_000 + (i * 7919L) % 99_991)),
                Part.ID));
        all.add(left("text ids", t -> t.text("p", i -> "K-" + (i * 7919L) % 99_991), Part.ID));
    }

    private static void forms(List<Plant> all) {
        List<String> dates = List.of(
                "%1$04d-%2$02d-%3$02d",
                "%3$02d.%2$02d.%1$04d",
                "%2$02d/%3$02d/%1$04d",
                "%3$02d/%2$02d/%1$04d",
                "%1$04d%2$02d%3$02d",
                "%1$04d/%2$02d/%3$02d",
                "%3$02d-%2$02d-%1$04d",
                "%1$04d-%2$02d-%3$02d 10:30",
                "%1$04d-%2$02d-%3$02dT10:30:00Z",
                "%3$d %4$s %1$04d",
                "%4$s %3$d %1$04d",
                "%1$04d-%2$02d");
        String[] months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
        for (String form : dates) {
            String example = String.format(Locale.ROOT, form, 2024, 3, 25, "Mar");
            all.add(kind(
                    "dates such as " + example,
                    Kind.DATE,
                    t -> t.text("p", i -> {
                        int month = i % 12;
                        return String.format(
                                Locale.ROOT, form, 2020 + i % 5, 1 + month, 1 + (i * 5) % 28, months[month]);
                    })));
        }
        all.add(kind(
                "thousands as 1,234",
                Kind.NUMBER,
                t -> t.text("p", i -> String.format(Locale.ROOT, "\"%,d\"", Math.round(1000 * t.x[1][i])))));
        all.add(kind(
                "numbers with a unit",
                Kind.NUMBER,
                t -> t.text("p", i -> String.format(Locale.ROOT, "%.1f kg", t.x[1][i]))));
        all.add(kind(
                "prices such as $12.50",
                Kind.NUMBER,
                t -> t.text("p", i -> String.format(Locale.ROOT, "$%.2f", t.x[1][i]))));
        all.add(kind(
                "percentages", Kind.NUMBER, t -> t.text("p", i -> String.format(Locale.ROOT, "%.1f%%", t.x[1][i]))));
        all.add(kind(
                "decimal commas",
                Kind.NUMBER,
                t -> t.text(
                        "p",
                        i -> String.format(Locale.ROOT, "\"%.2f\"", t.x[1][i]).replace('.', ','))));
    }

    private static void controls(List<Plant> all) {
        for (double share : new double[] {0.5, 0.9, 0.99}) {
            double noise = Math.sqrt((1 - share) / share);
            all.add(clean("control: an honest predictor with R2 " + share + " (found means: no leak named)", t -> {
                double[] normal = t.normal();
                t.number("z", 3, i -> t.y[i] + noise * t.deviation() * normal[i]);
            }));
        }
        all.add(clean("control: nothing (found means: no leak named)", t -> {}));
        all.add(new Plant(
                "control: nothing, and nothing said (found means: task and target guessed)",
                Roles.none(),
                t -> {},
                seen -> seen.roles().taskColumn().equals(java.util.Optional.of("shop"))
                        && seen.roles().columns(Roles.Part.TARGET).equals(List.of("sales"))));
    }
}
