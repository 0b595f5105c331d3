package dev.kith.bench;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** The least a server can do: takes a body in, and answers so many bytes. */
record BareServer(Server server, ServerConnector connector) {
    static BareServer start(int bytes) throws Exception {
        byte[] answer = new byte[bytes];
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                Content.Source.asByteBuffer(request);
                response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.length);
                response.write(true, ByteBuffer.wrap(answer), callback);
                return true;
            }
        });
        server.start();
        return new BareServer(server, connector);
    }

    int port() {
        return connector.getLocalPort();
    }

    void stop() throws Exception {
        server.stop();
    }
}
