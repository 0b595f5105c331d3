package dev.kith.structure.penalty;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import dev.kith.linalg.SymmetricEigen;
import java.util.function.Supplier;

/** A is given: F is 0 there and infinite elsewhere. A may be singular; directions it lacks are forbidden to W. */
public final class FixedStructure implements StructurePenalty {
    private static final double RANK_TOLERANCE = 1e-12;

    private final Matrix a;
    private final Matrix pseudoInverse;
    private final Supplier<Definition> definition;
    private final double lambda;

    public FixedStructure(Matrix a, double lambda) {
        this(a, () -> Definition.of(a), lambda);
    }

    /** @param definition what {@code a} is rounded from */
    public FixedStructure(Matrix a, Supplier<Definition> definition, double lambda) {
        this.a = a;
        this.definition = definition;
        this.lambda = lambda;
        SymmetricEigen eigen = LinearAlgebra.best().eigen(a);
        double largest = eigen.size() == 0 ? 0 : Math.max(0, eigen.value(eigen.size() - 1));
        if (eigen.size() > 0 && (eigen.value(0) < -1e-9 * largest || !(largest > 0))) {
            throw new NumericalException("the structure matrix must be positive semidefinite and not zero, its"
                    + " eigenvalues go from " + eigen.value(0) + " to " + largest);
        }
        pseudoInverse = eigen.rebuild(g -> g > RANK_TOLERANCE * largest ? 1 / g : 0);
    }

    /** A, or its inverse, as it is defined. */
    public Definition definition() {
        return definition.get();
    }

    @Override
    public Matrix step(Matrix s, double kappa) {
        return a;
    }

    @Override
    public double reduced(Matrix s) {
        return lambda * pseudoInverse.dot(s);
    }

    @Override
    public Sup sup(Matrix m) {
        return new Sup(1, a.dot(m));
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
