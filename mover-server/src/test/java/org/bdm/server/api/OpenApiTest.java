package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** docs/openapi.json is what the routes and messages are, and what the server serves. */
class OpenApiTest {
    private static final Path KEPT = Path.of("..", "docs", "openapi.json");
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = RunningApi.describingItself(home);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    void keptDocumentIsThatOfTheRoutes() throws IOException {
        JsonNode made = JSON.readTree(api.madeDocument());
        String text = JSON.writeValueAsString(JSON.treeToValue(made, Object.class)) + "\n";
        if (Boolean.getBoolean("update.openapi")) Files.writeString(KEPT, text);
        assertThat(Files.exists(KEPT) ? Files.readString(KEPT) : "")
                .as("docs/openapi.json; renew it with 'mvn -pl mover-server -am test -Dtest=OpenApiTest "
                        + "-Dsurefire.failIfNoSpecifiedTests=false -Dupdate.openapi=true'")
                .isEqualTo(text);
    }

    @Test
    void servedDocumentIsTheKeptOne() throws IOException {
        assumeThat(Boolean.getBoolean("update.openapi"))
                .as("the next build packs it")
                .isFalse();
        assertThat(api.send("GET", "/openapi.json", Role.READER, null).json())
                .isEqualTo(JSON.readTree(Files.readString(KEPT)));
    }

    @Test
    void longAnswerIsCompressedForWhoAsksForIt() throws Exception {
        HttpResponse<InputStream> packed = api.http()
                .send(
                        api.request("/openapi.json", Role.READER)
                                .header("Accept-Encoding", "gzip")
                                .build(),
                        BodyHandlers.ofInputStream());
        assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(JSON.readTree(new GZIPInputStream(packed.body())))
                .isEqualTo(api.get("/openapi.json").json());
        assertThat(api.get("/openapi.json").header("Content-Encoding")).isEmpty();
    }

    @Test
    void everyOperationHasANameOfItsOwnAndAnAnswerForErrors() throws IOException {
        JsonNode served = JSON.readTree(api.madeDocument());
        Set<String> names = new HashSet<>();
        served.path("paths")
                .forEach(path -> path.forEach(operation -> {
                    assertThat(names.add(operation.path("operationId").asString()))
                            .as(operation.toString())
                            .isTrue();
                    assertThat(operation.path("responses").has("default"))
                            .as(operation.toString())
                            .isTrue();
                }));
        assertThat(names).hasSizeGreaterThan(30);
    }
}
