package dev.kith.experiments;

import dev.kith.adapt.Adapted;
import dev.kith.adapt.TaskAdapter;
import dev.kith.cli.reproduce.Experiment;
import dev.kith.cli.reproduce.Outcome;
import dev.kith.cli.reproduce.Scope;
import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.table.Tables;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** One school left out of the model joins it with a few pupils: errors on its other pupils. Not from a paper. */
final class NewcomersExperiment implements Experiment {
    private static final int SCHOOLS = 20;
    private static final int QUICK_SCHOOLS = 3;
    private static final int FEWEST_PUPILS = 60;
    private static final double QUICK_LAMBDA = 0.1;
    private static final String ALONE = "alone";
    private static final String POOLED = "pooled, no adapting";

    @Override
    public String name() {
        return "newcomers";
    }

    @Override
    public String place() {
        return "our own: 139 schools, one left out at a time";
    }

    @Override
    public String summary() {
        return "a school joins a trained model with 5, 10 or 20 pupils";
    }

    @Override
    public boolean needsData() {
        return true;
    }

    /** A relation with the lambda that suits schools that are never new. */
    private record Fitted(String name, Relation relation, double lambda) {
        Model train(Dataset data) {
            return new ConvexTrainer(Losses.squared(), new Linear(), relation, lambda, training())
                    .train(data)
                    .model();
        }
    }

    private static Training training() {
        return Training.defaults().withScaling(true, TargetScale.ALL);
    }

    @Override
    public Outcome run(Scope scope) {
        Dataset schools = Tables.read(scope.file("school/school.csv.gz"))
                .dataset(Roles.task("task").target("y"));
        List<Integer> newcomers = newcomers(schools, scope);
        List<Fitted> fitted = fitted(schools, newcomers, scope);
        Results results = new Results(scope.quick() ? new int[] {5, 10} : new int[] {5, 10, 20});
        for (int school : newcomers) {
            scope.progress().accept("newcomers: school " + schools.tasks().get(school));
            Dataset others = only(schools, t -> t != school);
            Dataset own = only(schools, t -> t == school);
            int[] order = Numbers.shuffled(own.size(), new SplittableRandom(scope.seed() * 1000 + school));
            for (Fitted method : fitted) {
                Model model = method.train(others);
                for (int size : results.sizes) {
                    results.join(method, model, own, order, size);
                }
            }
            for (int size : results.sizes) {
                Dataset rows = own.select(Arrays.copyOf(order, size));
                Model alone = ConvexMethod.stl().tuned(rows, TargetScale.ALL, scope.seed());
                results.add(ALONE, size, error(alone, 0, own, order, size));
            }
        }
        return results.outcome(newcomers.size());
    }

    private static List<Integer> newcomers(Dataset schools, Scope scope) {
        int[] counts = schools.countPerTask();
        int[] order = Numbers.shuffled(schools.taskCount(), new SplittableRandom(scope.seed()));
        return Arrays.stream(order)
                .filter(t -> counts[t] >= FEWEST_PUPILS)
                .limit(scope.quick() ? QUICK_SCHOOLS : SCHOOLS)
                .boxed()
                .toList();
    }

    private static List<Fitted> fitted(Dataset schools, List<Integer> newcomers, Scope scope) {
        Map<String, Relation> relations = new LinkedHashMap<>();
        relations.put(POOLED, Relations.pooled());
        relations.put("mean", Relations.mean(10));
        relations.put("MTFL", Relations.schatten(1));
        if (!scope.quick()) {
            relations.put("OKL", Relations.schatten(2));
            relations.put("MTRL", Relations.traceConstrained());
        }
        Dataset never = only(schools, t -> !newcomers.contains(t));
        List<Fitted> fitted = new ArrayList<>();
        relations.forEach((name, relation) -> {
            scope.progress().accept("newcomers: choosing lambda for " + name);
            double lambda = scope.quick()
                    ? QUICK_LAMBDA
                    : ConvexMethod.of(name, relation)
                            .tuned(never, TargetScale.ALL, scope.seed())
                            .info()
                            .lambda()
                            .orElseThrow();
            fitted.add(new Fitted(name, relation, lambda));
        });
        return fitted;
    }

    /** The tasks wanted, and no other. */
    private static Dataset only(Dataset all, IntPredicate wanted) {
        int[] kept = IntStream.range(0, all.taskCount()).filter(wanted).toArray();
        int[] place = new int[all.taskCount()];
        for (int k = 0; k < kept.length; k++) {
            place[kept[k]] = k;
        }
        int[] rows = IntStream.range(0, all.size())
                .filter(o -> wanted.test(all.task(o)))
                .toArray();
        return Dataset.ofLong(
                all.inputs().select(Arrays.stream(rows).map(all::row).toArray()),
                Arrays.stream(kept).mapToObj(all.tasks()::get).toList(),
                Arrays.stream(rows).map(o -> place[all.task(o)]).toArray(),
                Arrays.stream(rows).mapToDouble(all::label).toArray());
    }

    /** Mean squared error of a task on the pupils after the first {@code size}. */
    private static double error(Model model, int task, Dataset own, int[] order, int size) {
        Matrix z = model.predict(own.inputs());
        double sum = 0;
        for (int k = size; k < order.length; k++) {
            double r = own.label(order[k]) - z.get(own.row(order[k]), task);
            sum += r * r;
        }
        return sum / (order.length - size);
    }

    private static final class Results {
        private final int[] sizes;
        private final Map<String, Map<Integer, List<Double>>> errors = new LinkedHashMap<>();
        private final Map<String, Map<Integer, List<Double>>> expected = new LinkedHashMap<>();
        private boolean unchanged = true;

        Results(int[] sizes) {
            this.sizes = sizes;
            errors.put(ALONE, new LinkedHashMap<>());
        }

        void add(String method, int size, double error) {
            put(errors, method, size, error);
        }

        private static void put(Map<String, Map<Integer, List<Double>>> to, String method, int size, double value) {
            to.computeIfAbsent(method, m -> new LinkedHashMap<>())
                    .computeIfAbsent(size, s -> new ArrayList<>())
                    .add(value);
        }

        void join(Fitted method, Model model, Dataset own, int[] order, int size) {
            int trained = model.info().tasks().size();
            Adapted adapted = new TaskAdapter(model, method.relation).adapt(own.select(Arrays.copyOf(order, size)));
            add(method.name, size, error(adapted.model(), trained, own, order, size));
            put(
                    expected,
                    method.name,
                    size,
                    adapted.tasks().get(0).gain().share().estimate());
            LinearModel before = (LinearModel) model;
            LinearModel after = (LinearModel) adapted.model();
            for (int t = 0; t < trained; t++) {
                unchanged &= Arrays.equals(
                        after.weights().column(t), before.weights().column(t));
                unchanged &= after.intercepts()[t] == before.intercepts()[t];
            }
        }

        private double rmse(String method, int size) {
            return Math.sqrt(Numbers.mean(values(errors, method, size)));
        }

        private static List<Double> values(Map<String, Map<Integer, List<Double>>> from, String method, int size) {
            return from.getOrDefault(method, Map.of()).getOrDefault(size, List.of());
        }

        private static String number(String format, double value) {
            return String.format(Locale.ROOT, format, value);
        }

        Outcome outcome(int schools) {
            List<String> columns = new ArrayList<>(List.of("method"));
            for (int size : sizes) {
                columns.add(size + " pupils: rmse");
                columns.add("better for");
                columns.add("expected gain");
                columns.add("gain");
            }
            List<List<String>> rows = new ArrayList<>();
            errors.keySet().forEach(method -> rows.add(row(method, schools)));
            int wins = 0;
            for (int size : sizes) {
                wins += errors.keySet().stream().anyMatch(m -> rmse(m, size) < rmse(ALONE, size)) ? 1 : 0;
            }
            return new Outcome(
                    (wins == sizes.length
                                    ? "Joining is better than learning alone at every size"
                                    : "Joining is better" + " than learning alone at " + wins + " of " + sizes.length
                                            + " sizes")
                            + "; weights and intercepts of the trained schools "
                            + (unchanged ? "are the same bits." : "CHANGED, which is a bug."),
                    "no published figures; root of the mean over " + schools + " schools of at least " + FEWEST_PUPILS
                            + " pupils of the squared error on pupils not used; lambda chosen on schools that are never"
                            + " new, alone by cross-validation inside the pupils at hand; gains are shares of alone's"
                            + " squared error, expected ones (median) from the pupils at hand",
                    columns,
                    rows,
                    List.of());
        }

        private List<String> row(String method, int schools) {
            List<String> row = new ArrayList<>(List.of(method));
            for (int size : sizes) {
                row.add(number("%.2f", rmse(method, size)));
                List<Double> mine = values(errors, method, size);
                List<Double> alone = values(errors, ALONE, size);
                long better = IntStream.range(0, mine.size())
                        .filter(k -> mine.get(k) < alone.get(k))
                        .count();
                double share = 1 - Numbers.mean(mine) / Numbers.mean(alone);
                double[] guesses = values(expected, method, size).stream()
                        .mapToDouble(Double::doubleValue)
                        .sorted()
                        .toArray();
                row.add(method.equals(ALONE) ? "-" : better + " of " + schools);
                row.add(method.equals(ALONE) ? "-" : number("%+.0f%%", 100 * guesses[guesses.length / 2]));
                row.add(method.equals(ALONE) ? "-" : number("%+.0f%%", 100 * share));
            }
            return row;
        }
    }
}
