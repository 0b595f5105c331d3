package dev.kith.cli.terminal;

import dev.kith.data.table.PrivateFiles;
import dev.kith.file.disk.Temporaries;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How the program ends, by itself or by a signal. The first signal lets the command keep what is finished, for at most a
 * moment; then, or at the next signal, temporary files are removed and the process is gone, whatever its threads are at.
 */
public final class Ending {
    /** What is worth keeping has so long; the whole is to take less than a second. Tests have more patience. */
    private static final long KEEPING_MILLIS = Long.getLong("kith.keeping.millis", 700);

    private final Object keeping = new Object();
    private @Nullable Keeper worth;
    private volatile long patience = KEEPING_MILLIS;
    private final AtomicBoolean signalled = new AtomicBoolean();

    /** Keeps what is finished. */
    @FunctionalInterface
    public interface Keeper {
        void keep() throws IOException;
    }

    /** One that no signal comes to. */
    public Ending() {}

    /** One that signals come to from now on. */
    public static Ending onSignals() {
        Ending ending = new Ending();
        Signals.handle(ending::end);
        return ending;
    }

    /** What to do at the first signal; runs beside the command, which may go on meanwhile. */
    public void keep(Keeper save) {
        synchronized (keeping) {
            worth = save;
        }
    }

    /** The same where it may take longer, because somebody else waits for what is being done. */
    public void keep(Keeper save, long millis) {
        patience = Math.max(millis, KEEPING_MILLIS);
        keep(save);
    }

    /** Nothing is worth keeping any more; waits for a keeping that has begun. */
    public void keepNothing() {
        synchronized (keeping) {
            worth = null;
        }
    }

    private void end(Signals.Kind signal) {
        if (!signalled.getAndSet(true)) {
            Thread saver = new Thread(this::save, "kith-ending");
            saver.setDaemon(true);
            saver.setUncaughtExceptionHandler((thread, e) -> {});
            saver.start();
            try {
                saver.join(patience);
            } catch (InterruptedException e) {
                // Ends at once.
            }
        }
        Temporaries.abandon();
        PrivateFiles.remove();
        signal.die();
    }

    private void save() {
        synchronized (keeping) {
            if (worth != null) {
                try {
                    worth.keep();
                } catch (IOException e) {
                    // What was kept before stays as it was; there is nobody to wait for another try.
                }
                worth = null;
            }
        }
    }

    /** Ends the process with this code, unless a signal is about to end it. */
    public void exit(int code) {
        while (signalled.get()) {
            LockSupport.park();
        }
        System.exit(code);
    }
}
