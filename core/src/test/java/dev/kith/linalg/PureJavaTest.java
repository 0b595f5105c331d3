package dev.kith.linalg;

final class PureJavaTest extends LinearAlgebraContract {
    @Override
    protected LinearAlgebra algebra() {
        return LinearAlgebra.pureJava();
    }
}
