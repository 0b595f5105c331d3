package dev.kith.serve.http;

import java.nio.ByteBuffer;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** What is said where a request is refused before it gets to a route: as little as elsewhere, in the same form. */
public final class PlainErrors implements Request.Handler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus() >= 400 ? response.getStatus() : 500;
        Answer answer = Answer.error(status, words(status), Map.of());
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.type());
        response.write(true, ByteBuffer.wrap(answer.body()), callback);
        return true;
    }

    private static String words(int status) {
        return switch (status) {
            case 400 -> "the request is not written as HTTP has it";
            case 414 -> "the address is too long";
            case 431 -> "the headers are too long";
            case 503 -> "the server is stopping";
            default -> "the request was refused";
        };
    }
}
