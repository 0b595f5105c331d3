package dev.kith.check;

import dev.kith.check.exact.Reference;
import dev.kith.model.Model;
import dev.kith.model.Trainer;

/** A way of learning tasks together: the trainer that users call, and beside it our own statement of its problem. */
interface Method {
    /** The name users write. */
    String name();

    Trainer<? extends Model> trainer(Problem problem);

    /** The problem again, from the raw rows, in the units the saved model states. */
    Reference reference(Problem problem, Saved saved);
}
