package dev.kith.cli.terminal;

import dev.kith.file.disk.Temporaries;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/** The signals that ask a program to end. */
final class Signals {
    /*
     * Java's own way, and Runtime.halt as well, leave through the C library's exit, which waits there for the threads of
     * OpenBLAS to join: for ever, where one of them is at work. So the process gives the signal back its usual meaning and
     * has it sent once more. That ends it at once, whatever it is at, and tells the shell the truth about why.
     *
     * sun.misc.Signal is the only interface to signals there is. It lives in the module jdk.unsupported and is reached by
     * reflection because the compiler warns of it in a way that cannot be turned off. It raises no signal that it does not
     * handle itself, and ProcessHandle never the own process, so a shell is asked to. Where any of this is missing, Java's
     * own way has to do.
     */
    private static final String SIGNAL = "sun.misc.Signal";
    private static final String HANDLER = "sun.misc.SignalHandler";

    /** The signal arrives in no time; one that does not is not coming. */
    private static final long PATIENCE_MILLIS = 1000;

    private Signals() {}

    /** One of them, and its number everywhere. */
    enum Kind {
        HUP(1),
        INT(2),
        TERM(15);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        /** Ends the process as this signal does by default; 128 + number is what shells see. */
        void die() {
            try {
                Class<?> type = Class.forName(SIGNAL);
                Class<?> handlerType = Class.forName(HANDLER);
                handle(type, handlerType, this, handlerType.getField("SIG_DFL").get(null));
                long self = ProcessHandle.current().pid();
                new ProcessBuilder("/bin/sh", "-c", "kill -" + name() + " " + self)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor();
                Thread.sleep(PATIENCE_MILLIS);
            } catch (ReflectiveOperationException | IOException | InterruptedException e) {
                // Not to be had here.
            }
            Runtime.getRuntime().halt(128 + number);
        }
    }

    /** Hands every such signal to {@code ending}, on a thread of its own. A signal that was ignored stays ignored. */
    static void handle(Consumer<Kind> ending) {
        try {
            Class<?> type = Class.forName(SIGNAL);
            Class<?> handlerType = Class.forName(HANDLER);
            for (Kind kind : Kind.values()) {
                Object handler = Proxy.newProxyInstance(
                        handlerType.getClassLoader(), new Class<?>[] {handlerType}, (proxy, method, args) -> {
                            ending.accept(kind);
                            return null;
                        });
                handle(type, handlerType, kind, handler);
            }
        } catch (ReflectiveOperationException e) {
            Runtime.getRuntime().addShutdownHook(new Thread(Temporaries::abandon));
        }
    }

    private static void handle(Class<?> type, Class<?> handlerType, Kind kind, Object handler)
            throws ReflectiveOperationException {
        try {
            Object signal = type.getConstructor(String.class).newInstance(kind.name());
            type.getMethod("handle", type, handlerType).invoke(null, signal, handler);
        } catch (InvocationTargetException e) {
            // A signal that this system does not have.
        }
    }
}
