package dev.kith.cli;

import dev.kith.structure.Coding;
import dev.kith.structure.LearnedLaplacian;
import dev.kith.structure.SparseRelations;
import java.util.List;

/**
 * A setting some methods take: an option, its default, and what {@code auto} tries. Each exists once, here; which method
 * uses which is said in {@link Methods}.
 */
enum Setting {
    GAMMA(
            "--gamma",
            "X|auto",
            "1",
            "How strongly related tasks are drawn together, or for graph and learned-graph tasks to zero; auto is"
                    + " cross-validated.",
            List.of(0.1, 1.0, 10.0, 100.0)),
    P(
            "--p",
            "X",
            "1.5",
            "Power of the eigenvalues that is penalised, >= 1: 1 shares few directions, 2 many; for mkl the norm of the"
                    + " weights, 1 picks few, its default is 2.",
            List.of()),
    RHO("--rho", "X|lambda", "lambda", "Weight of the penalty on the structure.", List.of()),
    LAMBDA1("--lambda1", "X", "0", "Weight of a plain ridge beside the structure.", List.of()),
    MU(
            "--mu",
            "X|auto",
            "",
            "sparse: 0 (fewest links between tasks) to 1 (no sparsity), default " + SparseRelations.DEFAULT_MU
                    + ": tasks are linked where the cosine of their weights exceeds about 1 - mu; logdet: weight of the"
                    + " trace, default 1.",
            List.of(0.3, 0.5, 0.7, 0.8, 0.9)),
    CLUSTERS("--clusters", "R|auto", "2", "How many clusters the tasks fall into.", List.of(2.0, 3.0, 4.0, 6.0)),
    EPS(
            "--eps",
            "X",
            "",
            "coding: ridge on the structure, relative to its mean diagonal, default " + Coding.DEFAULT_RIDGE
                    + "; sparse: barrier that keeps the structure positive, default " + SparseRelations.DEFAULT_EPS
                    + "; learned-graph: added to squared distances, so that 1/eps bounds ties, default "
                    + LearnedLaplacian.DEFAULT_EPS
                    + "; cluster: how much more spread within clusters costs than between, default 10.",
            List.of()),
    SOLVER("--solver", "NAME", "auto", "auto, proximal, or alternating (the published method).", List.of()),
    GRAPH("--graph", "FILE", "", "Which tasks are neighbours: CSV with header, task,task[,weight].", List.of()),
    GROUPS("--groups", "FILE", "", "Which group a task belongs to: CSV with header, task,group.", List.of()),
    TREE(
            "--tree",
            "FILE",
            "",
            "A tree over the tasks: Newick, or CSV with header, child,parent; for mkl and vanilla also auto: found by"
                    + " clustering models of single tasks.",
            List.of()),
    METRIC("--metric", "FILE", "", "Similarity of tasks: CSV of a task x task matrix.", List.of()),
    CODING("--coding", "FILE", "", "Codes that describe the tasks: CSV of a code x task matrix.", List.of()),
    C(
            "--C",
            "X|auto",
            "1",
            "Cost of an observation's loss against the penalty, > 0; auto is cross-validated.",
            List.of(0.01, 0.1, 1.0, 10.0)),
    VIEWS(
            "--views",
            "FILE|auto",
            "none",
            "Groups of features that get weights of their own: CSV with header, feature,view; auto: by the features'"
                    + " names, or the lengths of substrings. Left out: one group.",
            List.of()),
    STRINGS_HASH("--strings-hash", "BITS", "auto", "Substrings are hashed into 2^BITS columns; auto is 18.", List.of()),
    POSITIVE_WEIGHT(
            "--positive-weight",
            "X",
            "1",
            "Costs of rows of the second class are multiplied by this, for classes of unequal size.",
            List.of()),
    MISMATCHES(
            "--mismatches",
            "0|1",
            "0",
            "1: substrings that differ in one letter count as well, at half their value.",
            List.of()),
    TASK_HASH(
            "--task-hash",
            "BITS",
            "none",
            "What tasks have of their own shares one table of 2^BITS weights by hashing task x feature: memory no longer"
                    + " grows with the number of tasks, at the price of collisions. Not with --tree.",
            List.of()),
    MEMORY(
            "--memory",
            "SIZE",
            "none",
            "What a fit may take, such as 500m or 4g. Data that do not fit are kept on disk, in the directory TMPDIR;"
                    + " what needs more all the same is refused before it starts, with the size needed. While settings are"
                    + " chosen by cross-validation, and in compare, the data are in memory and not counted.",
            List.of()),
    CONSTRAINT(
            "--constraint",
            "SPEC",
            "",
            "What the outputs of all tasks together must obey: equations in the tasks' names such as"
                    + " \"y1^2 + y2^2 = 1\" (several separated by ;), sphere[:radius], simplex[:total], box:lo:hi,"
                    + " cloud:FILE (CSV with a column for each task, a row for each allowed output), dag[:real], ranking,"
                    + " permutation. Any other method's predictions are moved onto it.",
            List.of()),
    ROBUST("--robust", "D", "none", "Predictions may stay within this distance of --constraint.", List.of()),
    PERTURBED(
            "--perturbed",
            "MU|auto",
            "none",
            "Predictions pay for their squared distance to --constraint, divided by MU.",
            List.of(0.01, 0.1, 1.0, 10.0)),
    WIDTH(
            "--width",
            "X|auto",
            "auto",
            "Width of the Gaussian kernel, as a multiple of the median distance between inputs; not with --kernel.",
            List.of(0.125, 0.25, 0.5, 1.0, 2.0, 4.0));

    /** The default of a setting that may be left out. */
    static final String NONE = "none";

    private final String option;
    private final String label;
    private final String fallback;
    private final String help;

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<Double> grid;

    Setting(String option, String label, String fallback, String help, List<Double> grid) {
        this.option = option;
        this.label = label;
        this.fallback = fallback;
        this.help = help;
        this.grid = grid;
    }

    /** Whether it can be laid on top of any method. */
    boolean onTop() {
        return this == CONSTRAINT || this == ROBUST || this == PERTURBED;
    }

    /** What happens to the file it names. */
    NamedFiles.Role role() {
        return label.startsWith("FILE") || this == CONSTRAINT ? NamedFiles.Role.READ : NamedFiles.Role.NONE;
    }

    /** As written on the command line: {@code --gamma}. */
    String option() {
        return option;
    }

    /** As recorded in models: {@code gamma}. */
    String key() {
        return option.substring(2);
    }

    String label() {
        return label;
    }

    /** The default, empty when the setting has to be given. */
    String fallback() {
        return fallback;
    }

    String help() {
        return help;
    }

    /** What {@code auto} chooses from for so many tasks; there cannot be more clusters than tasks. */
    List<Double> grid(int tasks) {
        return this == CLUSTERS ? grid.stream().filter(count -> count <= tasks).toList() : grid;
    }

    /** What {@code auto} chooses from; empty where auto is not allowed. */
    List<Double> grid() {
        return grid;
    }
}
