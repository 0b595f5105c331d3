/** What a user of the library writes: every type named here is exported by the library. */
module dev.kith.examples {
    requires transitive dev.kith.core;
    requires dev.kith.report;
    requires static org.jspecify;

    exports dev.kith.examples;
}
