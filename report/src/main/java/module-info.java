/** The HTML page of a comparison or a model. The charts' scripts are read from their own jars, wherever these are. */
module dev.kith.report {
    requires transitive dev.kith.core;
    requires static org.jspecify;

    exports dev.kith.report;
}
