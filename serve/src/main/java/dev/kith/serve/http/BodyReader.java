package dev.kith.serve.http;

import java.io.ByteArrayOutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** Takes in the body of a request as it comes, without holding a thread, in bounded memory and time. */
final class BodyReader implements Runnable {
    private final Request request;
    private final Limits limits;
    private final AtomicLong together;
    private final Consumer<byte[]> done;
    private final Consumer<Refused> refused;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private volatile Scheduler.@Nullable Task deadline;

    /**
     * @param together bytes of all bodies in memory; those of this one are added, and left there for who is told
     * @param done told the body
     * @param refused told why there is none
     */
    BodyReader(Request request, Limits limits, AtomicLong together, Consumer<byte[]> done, Consumer<Refused> refused) {
        this.request = request;
        this.limits = limits;
        this.together = together;
        this.done = done;
        this.refused = refused;
    }

    @Override
    public void run() {
        while (!ended.get()) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                expectSoon();
                request.demand(this);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                refuse(Refused.wrong("the body did not arrive whole"));
                return;
            }
            boolean fits = take(chunk);
            boolean last = chunk.isLast();
            chunk.release();
            if (fits && last && ended.compareAndSet(false, true)) {
                forget();
                done.accept(bytes.toByteArray());
            }
        }
    }

    /** Most bodies are there with their headers; only who waits needs a clock. */
    private void expectSoon() {
        if (deadline == null) {
            deadline = request.getComponents()
                    .getScheduler()
                    .schedule(() -> refuse(Refused.slow(limits.seconds())), limits.seconds(), TimeUnit.SECONDS);
        }
    }

    private void forget() {
        Scheduler.Task waiting = deadline;
        if (waiting != null) {
            waiting.cancel();
        }
    }

    private boolean take(Content.Chunk chunk) {
        int more = chunk.remaining();
        if (bytes.size() + (long) more > limits.body()) {
            refuse(large(limits));
            return false;
        }
        if (together.addAndGet(more) > limits.together()) {
            together.addAndGet(-more);
            refuse(Refused.busy());
            return false;
        }
        byte[] taken = new byte[more];
        chunk.getByteBuffer().get(taken);
        bytes.writeBytes(taken);
        return true;
    }

    static Refused large(Limits limits) {
        return Refused.large("a body may have " + limits.body()
                + " bytes: send fewer rows at a time, or start the server" + " with a larger --max-body");
    }

    private void refuse(Refused why) {
        if (ended.compareAndSet(false, true)) {
            forget();
            together.addAndGet(-bytes.size());
            refused.accept(why);
        }
    }
}
