package dev.kith.serve;

import java.nio.file.Files;
import java.nio.file.Path;

/** A server that learns, in a process of its own: its port is in a file once it listens. */
final class LearnProcess {
    private LearnProcess() {}

    /**
     * Runs until it is killed.
     *
     * @param args the directory of learners, and the file for the port
     */
    public static void main(String[] args) throws Exception {
        KithServer server = KithServer.start(ServeOptions.of(Path.of(args[0])).learning(true));
        Path port = Path.of(args[1]);
        Path part = port.resolveSibling(port.getFileName() + ".part");
        Files.writeString(part, Integer.toString(server.port()));
        Files.move(part, port);
        server.join();
    }
}
