package dev.kith.cli;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.text.Version;
import picocli.CommandLine.IVersionProvider;

/** The program's version and what it runs on. */
final class About implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {
            "kith " + Version.current(),
            "linear algebra: " + LinearAlgebra.best().name(),
            "java: " + Runtime.version() + " (" + System.getProperty("java.vm.name") + ", "
                    + System.getProperty("os.name") + " " + System.getProperty("os.arch") + ")"
        };
    }
}
