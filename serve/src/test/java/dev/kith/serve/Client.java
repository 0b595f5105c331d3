package dev.kith.serve;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The JDK's own client, asking one server. */
record Client(HttpClient http, int port) {
    static Client of(KithServer server) {
        return new Client(HttpClient.newHttpClient(), server.port());
    }

    URI at(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    HttpResponse<String> get(String path, String... headers) {
        return send(with(HttpRequest.newBuilder(at(path)), headers).build());
    }

    HttpResponse<String> post(String path, String type, String body, String... headers) {
        return send(with(HttpRequest.newBuilder(at(path)), headers)
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    HttpResponse<String> json(String path, String body) {
        return post(path, "application/json", body);
    }

    HttpResponse<String> csv(String path, String body) {
        return post(path, "text/csv", body);
    }

    private static HttpRequest.Builder with(HttpRequest.Builder request, String... headers) {
        request.timeout(Duration.ofSeconds(20));
        return headers.length == 0 ? request : request.headers(headers);
    }

    HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
