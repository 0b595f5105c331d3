package dev.kith.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The description is what OpenAPI 3.1 says it must be, and every operation in it is there. */
@SuppressWarnings("NullAway.Init") // JUnit sets it
class OpenApiTest {
    @TempDir
    private Path dir;

    @Test
    void describesTheRoutesThereAre() throws IOException {
        new Demo(dir).plain(dir.resolve("plain.kith"), 1);
        try (KithServer server = KithServer.start(ServeOptions.of(dir))) {
            Client client = Client.of(server);
            String text = client.get("/openapi.json").body();
            SwaggerParseResult parsed = new OpenAPIV3Parser().readContents(text);
            assertThat(parsed.getMessages()).isNullOrEmpty();
            OpenAPI api = parsed.getOpenAPI();
            assertThat(api.getOpenapi()).isEqualTo("3.1.0");
            List<String> ids = new ArrayList<>();
            for (Map.Entry<String, PathItem> path : api.getPaths().entrySet()) {
                for (Map.Entry<PathItem.HttpMethod, Operation> one :
                        path.getValue().readOperationsMap().entrySet()) {
                    ids.add(one.getValue().getOperationId());
                    answers(client, one.getKey().name(), path.getKey(), one.getValue());
                }
            }
            assertThat(ids).doesNotHaveDuplicates().contains("post-models-model-predict", "get-openapi-json");
        }
    }

    /** Whatever an empty body or none gives: the address is there for that method, and answers with a type it names. */
    private static void answers(Client client, String method, String path, Operation operation) {
        String address =
                path.replace("{model}", "plain").replace("{version}", "1").replace("{task}", "shop-1");
        HttpRequest.Builder request = HttpRequest.newBuilder(client.at(address));
        HttpResponse<String> answer = client.send(
                method.equals("GET")
                        ? request.build()
                        : request.header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString("[]"))
                                .build());
        assertThat(answer.statusCode()).as(method + " " + path).isIn(200, 400);
        assertThat(operation.getRequestBody() == null).isEqualTo(method.equals("GET"));
        String type = answer.headers().firstValue("Content-Type").orElseThrow();
        ApiResponse described = operation.getResponses().get(answer.statusCode() == 200 ? "200" : "default");
        assertThat(Objects.requireNonNull(described).getContent()).containsKey(type);
        assertThat(client.send(HttpRequest.newBuilder(client.at(address))
                                .DELETE()
                                .build())
                        .statusCode())
                .isEqualTo(405);
    }
}
