package dev.kith.check.exact;

/**
 * The kernels, from their definitions: gaussian exp(-|x - z|^2 / (2 width^2)), laplace exp(-|x - z| / width), polynomial (x'z
 * + offset)^degree, linear x'z.
 *
 * @param first width, or degree
 * @param second offset of the polynomial kernel
 */
public record KernelKind(String name, double first, double second) {
    public static final KernelKind LINEAR = new KernelKind("linear", 0, 0);

    public boolean linear() {
        return name.equals("linear");
    }

    Dd of(double[] x, double[] z) {
        return switch (name) {
            case "linear" -> inner(x, z);
            case "polynomial" -> power(inner(x, z).plus(second), (int) first);
            case "gaussian" ->
                distance(x, z).over(Dd.of(first).square().times(-2)).exp();
            case "laplace" -> distance(x, z).sqrt().over(-first).exp();
            default -> throw new IllegalArgumentException("kernel must be known, got " + name);
        };
    }

    private static Dd inner(double[] x, double[] z) {
        Dd sum = Dd.ZERO;
        for (int j = 0; j < x.length; j++) {
            sum = sum.plus(Dd.of(x[j]).times(z[j]));
        }
        return sum;
    }

    private static Dd distance(double[] x, double[] z) {
        Dd sum = Dd.ZERO;
        for (int j = 0; j < x.length; j++) {
            sum = sum.plus(Dd.of(x[j]).minus(Dd.of(z[j])).square());
        }
        return sum;
    }

    private static Dd power(Dd base, int degree) {
        Dd power = Dd.ONE;
        for (int k = 0; k < degree; k++) {
            power = power.times(base);
        }
        return power;
    }

    /** k(x_i, z_j). */
    public DdMatrix cross(double[][] x, double[][] z) {
        DdMatrix k = new DdMatrix(x.length, z.length);
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < z.length; j++) {
                k.set(i, j, of(x[i], z[j]));
            }
        }
        return k;
    }
}
