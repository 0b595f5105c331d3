package dev.kith.method;

/** What a method can do, said by the method itself: front ends ask for these and for nothing else. */
public enum Capability {
    /** The strength of its penalty is lambda. */
    LAMBDA,
    /** It finds out itself how tasks are related. */
    LEARNS_STRUCTURE,
    /** Its structure is worked out for all pairs of tasks at once: time grows with the cube of the number of tasks. */
    CUBIC,
    /** Every fit is proven by a duality gap. */
    CERTIFIED,
    /** It takes kernels other than the linear one. */
    KERNELS,
    /** A kernel on many inputs may be approximated. */
    APPROXIMATES,
    /** It learns by the squared or the logistic loss on features as they are, and in no other way. */
    TWO_LOSSES,
    /** It takes the labels of all tasks to be equally noisy numbers, around what is linear in the features. */
    ONE_NOISE,
    /** Its settings are chosen by how likely they make the labels, on a kernel of its own. */
    EVIDENCE,
    /** Tasks may have losses of their own. */
    LOSS_PER_TASK,
    /** It also learns tasks whose labels are classes. */
    CLASSES,
    /** It learns the classes of a column ({@code --classes}) as numbers that code them, so that its usual loss is squared. */
    CODES_CLASSES,
    /** It learns each task's numbers on any scale: labels may be transformed first. */
    TRANSFORMS,
    /** What boosted trees say of a row may be one more feature ({@link FeaturesFrom}). */
    TREE_FEATURES,
    /** Inputs may stay in their file while it learns. */
    ROWS_ON_DISK,
    /** Its models can be mixed task by task with those of {@code stl}. */
    MIXES,
    /** Its structure says nothing of where all tasks are, so that a comparison asks whether they have a part in common beside it. */
    ASKS_COMMON,
    /** A new task can join its models. */
    ADAPTS,
    /** Rows may belong to levels of several task columns, crossed or nested. */
    GROUPS,
    /** Tasks of different size can count the same. */
    WEIGHTS_TASKS,
    /** Intercept, label scale, tolerance and iterations matter to it; otherwise its fit is a formula. */
    OPTIMISES
}
