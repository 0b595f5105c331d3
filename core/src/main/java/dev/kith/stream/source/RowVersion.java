package dev.kith.stream.source;

/** How rows become numbers. A run that goes on from a checkpoint keeps to the rules it began with. */
public enum RowVersion {
    /** Of two texts the second to appear is the positive class; features are hashed to 32 bits. */
    FIRST,
    /** Classes as {@link dev.kith.data.ClassNames} orders them; features are hashed as everywhere else. */
    CURRENT
}
