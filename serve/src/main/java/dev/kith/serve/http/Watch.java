package dev.kith.serve.http;

/** Told of every request that was answered, on the thread that answered it. */
@FunctionalInterface
public interface Watch {
    /**
     * One request.
     *
     * @param route the path of its route, or an empty text where it has none
     * @param model the model it names, or an empty text
     * @param seconds from its first bytes to its answer
     */
    void answered(String route, String model, int status, double seconds);
}
