package dev.kith.method;

import static dev.kith.method.Parameter.file;
import static dev.kith.method.Parameter.number;
import static dev.kith.method.Parameter.taskCount;
import static dev.kith.method.Parameter.text;

import dev.kith.convex.CommonTrainer;
import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.DrawnTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.convex.WeightPenalty;
import dev.kith.kernel.Linear;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.structure.Description;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.penalty.Barrier;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The methods of the convex family: a relation between tasks, known or learned, or features that tasks share. */
final class ConvexMethods {
    private static final String LAMBDA = "lambda";

    static final Parameter GAMMA = number(
                    "gamma",
                    1,
                    Range.from(0),
                    "How strongly related tasks are drawn together: of T tasks a pair shares gamma / (T + gamma), 0"
                            + " nothing, 1 all.")
            .searchedByTasks(0.01, 0.1, 1, 10, 100);
    private static final Parameter TO_ZERO = number(
                    "gamma", 1, Range.above(0), "How strongly every task is drawn to zero, beside its neighbours.")
            .searched(0.1, 1, 10, 100);
    private static final Parameter RHO = number(
                    "rho",
                    LAMBDA,
                    Range.above(0),
                    "Weight of the penalty on the structure; lambda: as strong as lambda.")
            .labelled("X|lambda");
    private static final Parameter INTERCEPT_COST = number(
                    DrawnTrainer.COST,
                    Parameter.FREE,
                    Range.above(0),
                    "Intercepts are drawn together as weights are, instead of being free: an intercept costs as much"
                            + " as the weight of a standardised feature, times this. Linear kernel only.")
            .searched(0.01, 0.1, 1, 10)
            .onlyIfAsked()
            .labelled("X|free|auto");
    private static final Parameter COMMON_COST = number(
                    CommonTrainer.COST,
                    Parameter.NONE,
                    Range.above(0),
                    "What tasks have in common, w_0, is learned together with what each has of its own, and costs as much as"
                            + " the weights of one task alone, times this: 0.001 is nearly free. Linear kernel only.")
            .searched(0.01, 0.1, 1)
            .onlyIfAsked()
            .labelled("X|none|auto");
    private static final Parameter PATTERN = file(
                    "pattern",
                    "Which pairs of tasks may be related, all others have a structure of 0: CSV with header,"
                            + " task,task.")
            .optional();

    static final List<Method> ALL = List.of(
            known("stl", "every task alone"),
            pooled(),
            known("mean", "tasks drawn to their common mean", GAMMA),
            known(
                    "graph",
                    "neighbours in a graph drawn together",
                    file("graph", "Which tasks are neighbours: CSV with header, task,task[,weight]."),
                    TO_ZERO),
            known(
                    "groups",
                    "tasks drawn to the mean of their group",
                    file("groups", "Which group a task belongs to: CSV with header, task,group."),
                    GAMMA),
            known(
                    "tree",
                    "tasks drawn to the means of their branches",
                    file("tree", "A tree over the tasks: Newick, or CSV with header, child,parent."),
                    GAMMA),
            known(
                    "metric",
                    "a given similarity of tasks",
                    file("metric", "Similarity of tasks: CSV of a task x task matrix.")),
            CodingMethod.METHOD,
            learned("mtfl", "learned: tasks share a few directions (trace norm)", RHO),
            learned("okl", "learned: output kernel learning", RHO),
            learned(
                    "schatten",
                    "learned: between mtfl (p = 1) and okl (p = 2), and beyond",
                    number(
                            "p",
                            1.5,
                            Range.from(1),
                            "Power of the eigenvalues that is penalised: 1 shares few directions, 2 many."),
                    RHO),
            learned(
                    "schatten-norm",
                    "learned: a norm of the structure, from mtfl (p = 1) on",
                    number("p", 2, Range.from(1), "Which norm of the structure is penalised: 1 shares few directions.")
                            .searched(1, 1.5, 2, 4, 10),
                    RHO),
            learned(
                    "mtrl",
                    "learned: relationships of trace 1",
                    number("lambda1", 0, Range.from(0), "Weight of a plain ridge beside the structure.")
                            .searched(0, 1e-4, 1e-3, 0.01, 0.1, 1)),
            learnedAboutMean(
                    "cluster",
                    "learned: tasks fall into clusters",
                    taskCount("clusters", 2, "How many clusters the tasks fall into.")
                            .searched(2, 3, 4, 6),
                    number("eps", 10, Range.from(1), "What spread within clusters costs, times lambda."),
                    number(
                            "eps-between",
                            1,
                            new Range(0, false, 1, true),
                            "What spread of the clusters around the mean of all tasks costs, times lambda."),
                    number("eps-mean", 1, Range.above(0), "What the mean of all tasks costs, times lambda.")),
            cubic(
                    "sparse",
                    "learned: a sparse graph of tasks",
                    number(
                                    "mu",
                                    Relations.SPARSE_MU,
                                    Range.between(0, 1),
                                    "0 (fewest links between tasks) to 1 (no sparsity): tasks are linked where the"
                                            + " cosine of their weights exceeds about 1 - mu.")
                            .searched(0.3, 0.5, 0.7, 0.8, 0.9),
                    number("eps", Relations.SPARSE_EPS, Range.above(0), "Barrier that keeps the structure positive.")),
            learned(
                    "logdet",
                    "learned: well-conditioned relationships",
                    number("mu", 1, Range.above(0), "Weight of the trace.").searched(0.3, 0.5, 0.7, 0.8, 0.9),
                    RHO,
                    PATTERN),
            learnedGraph(),
            weights("l21", "tasks share which features they use"),
            weights("l1", "every task uses few features, its own ones (lasso)"),
            weights(
                    "elastic",
                    "few features per task, alike ones together (elastic net)",
                    number(
                                    "ratio",
                                    0.5,
                                    new Range(0, false, 1, true),
                                    "What of lambda is charged for absolute weights; the rest is for their squares.")
                            .searched(0.1, 0.3, 0.5, 0.7, 0.9, 0.99)),
            weights(
                    "dirty",
                    "weights are a sparse part, each task's own, and one of low rank, shared",
                    number(
                                    "sparse-cost",
                                    0.3,
                                    Range.above(0),
                                    "What an own weight costs beside a shared direction of length 1: 1 leaves no own"
                                            + " ones.")
                            .searched(0.1, 0.2, 0.3, 0.5, 0.7)),
            weights(
                    "l21-relation",
                    "tasks share which features they use, and a learned structure relates them",
                    text(
                            "relation",
                            "NAME",
                            "mtfl",
                            "Which structure is learned beside the features: mtfl, okl, mtrl."),
                    number(
                                    "feature-cost",
                                    1,
                                    Range.above(0),
                                    "What using a feature costs beside the structure, times lambda.")
                            .searched(0.03, 0.1, 0.3, 1, 3)));

    private ConvexMethods() {}

    static EnumSet<Capability> capabilities(Capability... more) {
        EnumSet<Capability> all = EnumSet.of(
                Capability.LAMBDA,
                Capability.CERTIFIED,
                Capability.KERNELS,
                Capability.APPROXIMATES,
                Capability.LOSS_PER_TASK,
                Capability.CLASSES,
                Capability.MIXES,
                Capability.TRANSFORMS,
                Capability.TREE_FEATURES,
                Capability.ADAPTS,
                Capability.WEIGHTS_TASKS,
                Capability.OPTIMISES);
        all.addAll(List.of(more));
        return all;
    }

    private static Method convex(String name, String meaning, List<Parameter> parameters, EnumSet<Capability> can) {
        return convex(name, meaning, SolverParameters.NONE, parameters, can);
    }

    private static Method convex(
            String name,
            String meaning,
            SolverParameters solvers,
            List<Parameter> parameters,
            EnumSet<Capability> can) {
        return new Method(
                name,
                meaning,
                withWidth(parameters),
                can,
                Training.defaults(),
                (setup, lambda) -> trainer(name, solvers, setup, lambda));
    }

    private static List<Parameter> withIntercepts(List<Parameter> others) {
        List<Parameter> all = new ArrayList<>(others);
        all.add(INTERCEPT_COST);
        return all;
    }

    private static List<Parameter> withCommon(List<Parameter> others) {
        List<Parameter> all = new ArrayList<>(others);
        all.add(COMMON_COST);
        return all;
    }

    private static List<Parameter> withWidth(List<Parameter> others) {
        List<Parameter> all = new ArrayList<>(others);
        all.add(KernelWidth.PARAMETER);
        return all;
    }

    private static Trainer<? extends Model> trainer(String name, SolverParameters solvers, Setup setup, double lambda) {
        Settings settings = setup.settings();
        Relation relation = relation(name, settings);
        Barrier barrier = solvers.barrier(name, settings);
        if (KernelStructures.each(settings)) {
            for (String cost : List.of(DrawnTrainer.COST, CommonTrainer.COST)) {
                if (settings.has(cost)) {
                    throw new SettingException(cost, "needs the linear kernel, got several kernels");
                }
            }
            return KernelStructures.trainer(setup, relation, lambda, solvers.solver(name, settings));
        }
        ConvexTrainer trainer = new ConvexTrainer(
                setup.losses(),
                setup.kernel(),
                relation,
                lambda,
                setup.training(),
                solvers.solver(name, settings),
                barrier,
                setup.approximation());
        return settings.has(CommonTrainer.COST)
                ? drawn(CommonTrainer.of(trainer, settings.number(CommonTrainer.COST)), settings)
                : drawn(trainer, settings);
    }

    private static Trainer<? extends Model> drawn(ConvexTrainer trainer, Settings settings) {
        return settings.has(DrawnTrainer.COST) ? DrawnTrainer.of(trainer, settings.number(DrawnTrainer.COST)) : trainer;
    }

    private static Trainer<? extends Model> drawn(CommonTrainer trainer, Settings settings) {
        return settings.has(DrawnTrainer.COST) ? DrawnTrainer.of(trainer, settings.number(DrawnTrainer.COST)) : trainer;
    }

    private static Method known(String name, String meaning, Parameter... parameters) {
        return convex(name, meaning, withCommon(withIntercepts(List.of(parameters))), capabilities());
    }

    /** One that learns the structure, so that there are solvers to choose from. */
    private static Method learned(String name, String meaning, Parameter... parameters) {
        return learned(name, meaning, capabilities(Capability.LEARNS_STRUCTURE, Capability.ASKS_COMMON), parameters);
    }

    /** One whose structure has a cost of its own for the mean of all tasks. */
    private static Method learnedAboutMean(String name, String meaning, Parameter... parameters) {
        return learned(name, meaning, capabilities(Capability.LEARNS_STRUCTURE), parameters);
    }

    private static Method learned(String name, String meaning, EnumSet<Capability> can, Parameter... parameters) {
        SolverParameters solvers = SolverParameters.BARRED;
        return convex(name, meaning, solvers, withStructures(solvers.after(parameters)), can);
    }

    /** One that learns a structure of all pairs of tasks, with a barrier of its own. */
    private static Method cubic(String name, String meaning, Parameter... parameters) {
        EnumSet<Capability> can = capabilities(Capability.LEARNS_STRUCTURE, Capability.ASKS_COMMON, Capability.CUBIC);
        SolverParameters solvers = SolverParameters.SPARSE;
        return convex(name, meaning, solvers, withStructures(solvers.after(parameters)), can);
    }

    private static List<Parameter> withStructures(List<Parameter> others) {
        List<Parameter> all = new ArrayList<>(others);
        all.add(KernelStructures.PARAMETER);
        return withCommon(withIntercepts(all));
    }

    /** One model needs one loss, and is nobody's own. */
    private static Method pooled() {
        EnumSet<Capability> can = capabilities();
        can.remove(Capability.LOSS_PER_TASK);
        return convex("pooled", "one model for all tasks", List.of(), can);
    }

    private static Method learnedGraph() {
        EnumSet<Capability> can = capabilities(Capability.LEARNS_STRUCTURE, Capability.CUBIC);
        can.remove(Capability.CERTIFIED);
        return convex(
                "learned-graph",
                "learned: a graph of neighbours (NOT convex: no gap, ends at a stationary point)",
                List.of(
                        TO_ZERO,
                        number(
                                "eps",
                                Relations.LEARNED_GRAPH_EPS,
                                Range.above(0),
                                "Added to squared distances, so that 1/eps bounds ties."),
                        RHO),
                can);
    }

    /** A penalty on the weights themselves: linear by nature. */
    private static Method weights(String name, String meaning, Parameter... parameters) {
        return new Method(
                name,
                meaning,
                withIntercepts(List.of(parameters)),
                EnumSet.of(
                        Capability.LAMBDA,
                        Capability.CERTIFIED,
                        Capability.CLASSES,
                        Capability.MIXES,
                        Capability.TRANSFORMS,
                        Capability.TREE_FEATURES,
                        Capability.WEIGHTS_TASKS,
                        Capability.OPTIMISES),
                Training.defaults(),
                (setup, lambda) -> {
                    if (!(setup.kernel() instanceof Linear)) {
                        throw new IllegalArgumentException("method '" + name + "' selects features, so it needs the"
                                + " linear kernel, got '" + setup.kernel().spec() + "'");
                    }
                    requireRanges(setup.settings());
                    WeightPenalty penalty =
                            WeightPenalty.make(name, setup.settings().values());
                    LinearTrainer trainer = new LinearTrainer(setup.loss(), penalty, lambda, setup.training());
                    return setup.settings().has(DrawnTrainer.COST)
                            ? DrawnTrainer.of(trainer, setup.settings().number(DrawnTrainer.COST))
                            : trainer;
                });
    }

    /** The relation of the method's name; what it is read from, if anything, is the parameter of that name too, or its pattern. */
    private static Relation relation(String name, Settings settings) {
        requireRanges(settings);
        Map<String, String> given = new LinkedHashMap<>(settings.values());
        given.values().removeIf(Parameter.NONE::equals);
        given.remove(DrawnTrainer.COST);
        given.remove(CommonTrainer.COST);
        given.remove(KernelWidth.NAME);
        Description description = new Description(name, given, Optional.empty());
        for (String file : List.of(name, PATTERN.name())) {
            if (settings.has(file)) {
                return Relations.read(settings.file(file), description);
            }
        }
        return Relations.make(description);
    }

    private static void requireRanges(Settings settings) {
        for (Map.Entry<String, String> entry : settings.values().entrySet()) {
            Parameter parameter = settings.parameter(entry.getKey());
            if (parameter.range().isPresent()
                    && settings.has(parameter.name())
                    && !entry.getValue().equals(LAMBDA)) {
                settings.number(parameter.name());
            }
        }
    }
}
