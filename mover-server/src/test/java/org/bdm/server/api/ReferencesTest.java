package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.reference.SampleSets;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReferencesTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() throws IOException {
        api = new RunningApi(home);
        Files.createDirectories(api.archive.resolve("tas"));
        for (String name : new String[] {"1.nc", "2.nc"})
            copy(name, api.archive.resolve("tas").resolve(name));
        copy("1.nc", api.data.resolve("a b.nc"));
        Files.writeString(api.archive.resolve("text.nc"), "no NetCDF");
    }

    private static void copy(String name, Path target) throws IOException {
        try (InputStream in = SampleSets.class.getResourceAsStream(name)) {
            Files.copy(in, target);
        }
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static Answer references(String query) {
        return api.send("GET", "/references?" + query, Role.READER, null);
    }

    private static Answer plain(String path) {
        return api.send(HttpRequest.newBuilder(api.uri(path)));
    }

    @Test
    void aFileHasItsChunksAtTheAddressThatServesIt() {
        JsonNode set = references("place=bdm://here/archive/tas").json();
        assertThat(set.path("version").asInt()).isEqualTo(1);
        assertThat(set.path("templates").path("u").asString()).endsWith("/thredds/fileServer/archive/tas/");
        JsonNode chunk = set.path("refs").path("tas/1.0");
        assertThat(chunk.get(0).asString()).isEqualTo("{{u}}2.nc");
        assertThat(chunk.get(2).asLong()).isPositive();
        JsonNode file = set.path("bdm").path("files").get(0);
        assertThat(file.path("size").asLong()).isPositive();
        assertThat(file.path("address").asString()).endsWith("/thredds/fileServer/archive/tas/2.nc");
    }

    @Test
    void coordinatesAreInTheSetAndFillValuesMaskNothingElse() {
        JsonNode refs = references("place=bdm://here/archive/tas/1.nc").json().path("refs");
        assertThat(refs.path("time/0").asString()).startsWith("base64:");
        assertThat(JSON.readTree(refs.path("time/.zarray").asString())
                        .path("fill_value")
                        .isNull())
                .isTrue();
        assertThat(JSON.readTree(refs.path("tas/.zarray").asString())
                        .path("fill_value")
                        .asDouble())
                .isEqualTo((double) 1e20f);
        assertThat(JSON.readTree(refs.path("tas/.zattrs").asString()).has("_FillValue"))
                .isFalse();
    }

    @Test
    void aDirectoryIsOneDatasetInTheOrderOfTime() {
        JsonNode set = references("place=bdm://here/archive/tas").json();
        JsonNode refs = set.path("refs");
        assertThat(JSON.readTree(refs.path("tas/.zarray").asString())
                        .path("shape")
                        .get(0)
                        .asInt())
                .isEqualTo(4);
        // 2.nc is the earlier one
        assertThat(refs.path("tas/0.0").get(0).asString()).isEqualTo("{{u}}2.nc");
        assertThat(refs.path("tas/2.0").get(0).asString()).isEqualTo("{{u}}1.nc");
        assertThat(set.path("bdm").path("files")).hasSize(2);
    }

    @Test
    void anExportThatIsNotServedToReadersNeedsTheirAddress() {
        JsonNode set = references("place=bdm://here/data/a%20b.nc&root=https://data.example/esgf")
                .json();
        assertThat(set.path("bdm").path("files").get(0).path("address").asString())
                .isEqualTo("https://data.example/esgf/a%20b.nc");
    }

    @Test
    void aSetOfParquetFilesIsAnArchive() {
        byte[] archive = references("place=bdm://here/archive/tas&format=parquet")
                .response()
                .body();
        assertThat(new String(archive, 0, 2, StandardCharsets.US_ASCII)).isEqualTo("PK");
    }

    @Test
    void whatCannotBeReferencedIsRefusedByName() {
        Answer refused = references("place=bdm://here/archive/text.nc");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("FILE_MALFORMED");
        assertThat(refused.text("detail")).contains("text.nc", "at byte 0");
        assertThat(references("place=bdm://here/archive/no.nc").text("code")).isEqualTo("SOURCE_NOT_FOUND");
        assertThat(references("place=bdm://there/shared/no.nc").text("code")).isEqualTo("UNSUPPORTED");
        assertThat(references("place=bdm://here/archive/tas&format=zip").text("code"))
                .isEqualTo("INVALID_REQUEST");
    }

    @Test
    void anybodyReadsReferencesOfAPublicExportAndNobodyThoseOfOthers() {
        assertThat(plain("/thredds/references/archive/tas.json").status()).isEqualTo(200);
        assertThat(plain("/thredds/references/archive/tas.parq/.zmetadata").body())
                .contains("\"record_size\":10000", "\"tas/.zarray\"");
        assertThat(plain("/thredds/references/archive/tas.parq/tas/refs.0.parq").body())
                .startsWith("PAR1");
        assertThat(plain("/thredds/references/archive/tas.parq/tas/refs.1.parq").status())
                .isEqualTo(404);
        assertThat(plain("/thredds/references/archive/no.json").status()).isEqualTo(404);
        assertThat(plain("/thredds/references/data/a%20b.nc.json").status()).isEqualTo(401);
        assertThat(plain("/thredds/references/archive/no.json").text("detail"))
                .as("as of a file")
                .isEqualTo(plain("/thredds/fileServer/archive/no").text("detail"));
    }

    @Test
    void scriptsOfAnyPageMayReadReferencesOfPublicExportsAndNoOthers() {
        Answer open = fromAPage("/thredds/references/archive/tas.json");
        assertThat(open.status()).isEqualTo(200);
        assertThat(open.header("Access-Control-Allow-Origin")).isEqualTo("*");
        Answer guarded = fromAPage("/thredds/references/data/a%20b.nc.json");
        assertThat(guarded.status()).isEqualTo(200);
        assertThat(guarded.header("Access-Control-Allow-Origin")).isEmpty();
        assertThat(guarded.header("Cache-Control")).startsWith("private");
    }

    private static Answer fromAPage(String path) {
        return api.send(HttpRequest.newBuilder(api.uri(path))
                .header("Origin", "https://page.example")
                .header("Authorization", "Bearer " + api.secret(Role.READER)));
    }
}
