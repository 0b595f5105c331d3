/** Native linear algebra for {@code dev.kith.core}, found by it as a service. */
module dev.kith.openblas {
    requires dev.kith.core;
    requires org.bytedeco.openblas;

    provides dev.kith.linalg.Routines with
            dev.kith.openblas.OpenBlas;
}
