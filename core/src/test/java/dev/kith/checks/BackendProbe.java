package dev.kith.checks;

import dev.kith.checks.CheckData.Layout;
import dev.kith.data.Dataset;
import dev.kith.linalg.LinearAlgebra;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * The same fit with and without native linear algebra, in one process: a second class loader that hides the service entry
 * of the native routines loads its own copy of everything. For modules that have native routines on their class path.
 */
public final class BackendProbe {
    private static final String SERVICE = "META-INF/services/dev.kith.linalg.Routines";
    /** Large enough for native routines to be used (from n = 200). */
    private static final int ROWS = 240;

    private static final int FEATURES = 210;

    private BackendProbe() {}

    /** Every known method with every kernel of the checks, as arguments of {@link #predictions}. */
    public static Stream<Arguments> cases() {
        return ConvexTrainerTest.cases();
    }

    /** The linear algebra behind {@link #predictions}. */
    public static String backend() {
        return LinearAlgebra.best().name();
    }

    /** Trains on inputs large enough for native routines; predictions of all tasks for a few inputs. */
    public static double[] predictions(String method, String kernel) {
        Dataset data = CheckData.related(Layout.WIDE, false, FEATURES, ROWS);
        KnownCase known = new KnownCase(method, kernel, dev.kith.model.Training.defaults()) {};
        return known.predict(data, CheckData.probe(FEATURES)).data();
    }

    /** A class loader in which this class sees pure Java linear algebra only. */
    public static ClassLoader withoutNative() throws MalformedURLException {
        String[] path = System.getProperty("java.class.path").split(File.pathSeparator, -1);
        URL[] urls = new URL[path.length];
        for (int k = 0; k < path.length; k++) {
            urls[k] = new File(path[k]).toURI().toURL();
        }
        return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader()) {
            @Override
            public Enumeration<URL> getResources(String name) throws IOException {
                return name.equals(SERVICE) ? Collections.emptyEnumeration() : super.getResources(name);
            }
        };
    }

    /** Calls a method of this class, as that class loader sees it, with these texts. */
    public static Object call(ClassLoader loader, String name, String... texts) throws ReflectiveOperationException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Class<?>[] types = new Class<?>[texts.length];
            Arrays.fill(types, String.class);
            return Class.forName(BackendProbe.class.getName(), true, loader)
                    .getMethod(name, types)
                    .invoke(null, (Object[]) texts);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
