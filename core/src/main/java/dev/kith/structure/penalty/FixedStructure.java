package dev.kith.structure.penalty;

import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.DenseTasks;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.function.Supplier;

/** A is given: F is 0 there and infinite elsewhere. A may be singular; directions it lacks are forbidden to W. */
public final class FixedStructure implements StructurePenalty {
    private final TaskMatrix a;
    private final Supplier<Definition> definition;
    private final double lambda;

    /** A is this matrix; a {@link dev.kith.linalg.NumericalException} unless it is positive semidefinite and not zero. */
    public FixedStructure(TaskMatrix a, double lambda) {
        this(a, () -> Definition.of(a.dense()), lambda);
    }

    /**
     * A is this matrix, to rounding.
     *
     * @param definition what {@code a} is rounded from
     */
    public FixedStructure(TaskMatrix a, Supplier<Definition> definition, double lambda) {
        this.a = a instanceof DenseTasks dense ? dense.requireSemidefinite() : a;
        this.definition = definition;
        this.lambda = lambda;
    }

    /** A, as what it is made of. */
    public TaskMatrix structure() {
        return a;
    }

    /** A, or its inverse, as it is defined. */
    public Definition definition() {
        return definition.get();
    }

    @Override
    public Matrix step(Matrix s, double kappa) {
        return a.dense();
    }

    @Override
    public double reduced(Matrix s) {
        return lambda * a.solve(s).trace();
    }

    @Override
    public Sup sup(Matrix m) {
        return new Sup(1, a.dense().dot(m));
    }

    @Override
    public boolean proximable() {
        return true;
    }

    @Override
    public boolean fixed() {
        return true;
    }
}
