package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Key and catalog belong together: a home that has lost one of them is not used, and nothing is written to what is left. */
class LostPartsOfAHomeTest {
    /** A home that was used, copied for each test: starts are what takes time. */
    @TempDir
    static Path used;

    private static NodeId node;

    @TempDir
    Path directory;

    private Path home;
    private Path catalog;

    @BeforeAll
    static void useAHome() throws IOException {
        Files.createDirectories(used.resolve("data"));
        node = start(used);
    }

    @BeforeEach
    void copyTheHome() throws IOException {
        Files.createDirectories(directory.resolve("data"));
        home = directory.resolve("home-a");
        catalog = home.resolve("catalog/catalog.mv.db");
        try (Stream<Path> entries = Files.walk(used.resolve("home-a"))) {
            for (Path entry : entries.toList()) {
                Path copy =
                        home.resolve(used.resolve("home-a").relativize(entry).toString());
                Files.copy(entry, copy, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** Starts and stops; the node as it called itself. */
    private static NodeId start(Path directory, String... more) {
        RunningServer server =
                ServerInProcess.start(directory, "a", "data=" + directory.resolve("data"), List.of(more));
        try {
            return server.parts().node().site().node();
        } finally {
            server.stop();
        }
    }

    private void assertRefused(ErrorCode code, String... words) throws IOException {
        byte[] before = Files.isRegularFile(catalog) ? Files.readAllBytes(catalog) : null;
        assertThatThrownBy(() -> start(directory))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContainingAll(words);
        if (before == null) assertThat(Files.isRegularFile(catalog)).isFalse();
        else assertThat(catalog).hasBinaryContent(before);
    }

    private int run(String... words) {
        List<String> args = new ArrayList<>(List.of(words));
        args.addAll(List.of("--home", home.toString()));
        PrintStream to = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        return MoverServer.run(args.toArray(String[]::new), Map.of(), to, to);
    }

    @Test
    void aCatalogThatIsGoneIsNotBegunAgain() throws IOException {
        Files.delete(catalog);
        assertRefused(ErrorCode.HOME_INCOMPLETE, "catalog restore");
    }

    @Test
    void anEmptyFileInPlaceOfTheCatalogIsRefused() throws IOException {
        Files.write(catalog, new byte[0]);
        assertRefused(ErrorCode.CATALOG_DAMAGED, "0 bytes", "catalog restore");
    }

    @Test
    void aDirectoryInPlaceOfTheCatalogIsRefused() throws IOException {
        Files.delete(catalog);
        Files.createDirectory(catalog);
        assertRefused(ErrorCode.CATALOG_DAMAGED, "directory", "catalog restore");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 4096, 65536, -2})
    void aCatalogThatWasCutIsRefused(long bytes) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(catalog.toFile(), "rw")) {
            file.setLength(bytes < 0 ? file.length() / 2 : file.length() - bytes);
        }
        assertRefused(ErrorCode.CATALOG_DAMAGED, "catalog");
    }

    @Test
    void anOlderCopyOfTheCatalogIsRefused() throws IOException {
        byte[] older = Files.readAllBytes(catalog);
        start(directory);
        Files.write(catalog, older);
        assertRefused(ErrorCode.CATALOG_DAMAGED, "older", "catalog restore");
    }

    @Test
    void aKeyThatIsGoneIsNotReplaced() throws IOException {
        Path key = home.resolve("node-key.pem");
        Path aside = Files.move(key, directory.resolve("kept.pem"));
        assertRefused(ErrorCode.HOME_INCOMPLETE, "node-key.pem", "catalog adopt");
        assertThat(key).doesNotExist();
        Files.move(aside, key);
        assertThat(start(directory)).isEqualTo(node);
    }

    @Test
    void aTokenAloneIsNoNewHome() throws IOException {
        Files.delete(home.resolve("node-key.pem"));
        Files.delete(catalog);
        assertRefused(ErrorCode.HOME_INCOMPLETE, "node-key.pem");
    }

    @Test
    void aCatalogOfAnotherSiteIsRefused() throws IOException {
        RunningServer other = ServerInProcess.start(directory, "b", "data=" + directory.resolve("data"), List.of());
        other.stop();
        Files.copy(directory.resolve("home-b/catalog/catalog.mv.db"), catalog, StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(home.resolve("catalog/catalog.mv.db.acknowledged"));
        assertRefused(ErrorCode.HOME_INCOMPLETE, "another node", "catalog adopt");
    }

    @Test
    void anotherPlaceForTheCatalogIsNoNewHome() {
        Path other = directory.resolve("other/catalog");
        assertThatThrownBy(() -> start(directory, "--catalog", "jdbc:h2:file:" + other))
                .hasMessageContaining("no catalog");
        assertThat(other.resolveSibling("catalog.mv.db")).doesNotExist();
    }

    @Test
    void aTokenFileThatAnOperatorRemovedStopsNothingAndIsMadeOffline() throws IOException {
        Path token = home.resolve("admin.token");
        String before = Files.readString(token);
        Files.delete(token);
        start(directory);
        assertThat(token).doesNotExist();
        assertThat(run("token")).isZero();
        assertThat(Files.readString(token)).startsWith("bdm_").isNotEqualTo(before);
        assertThat(start(directory)).isEqualTo(node);
    }

    @Test
    void whatIsLeftIsAcceptedOnAPersonsWord() throws IOException {
        Files.delete(home.resolve("node-key.pem"));
        assertThat(run("catalog", "adopt")).isZero();
        assertThat(start(directory)).isNotEqualTo(node);
    }

    @Test
    void aCatalogWithoutABackupIsBegunOnAPersonsWord() throws IOException {
        assertThat(run("catalog", "create")).as("while one is there").isEqualTo(1);
        Files.delete(catalog);
        assertThat(run("catalog", "create")).isZero();
        assertThat(start(directory)).isEqualTo(node);
    }

    @Test
    void aFirstStartThatEndedHalfWayIsGoneOnWith() throws IOException {
        for (String left : List.of("key", "half a catalog")) {
            Path half = directory.resolve("home-c");
            deleteTree(half);
            try (HomeDirectory begun = HomeDirectory.lock(half)) {
                assertThat(begun.beginFirstStart(java.util.Optional.empty())).isTrue();
                Files.copy(home.resolve("node-key.pem"), begun.nodeKey());
                Path unfinished = half.resolve("catalog/catalog.mv.db");
                if (left.contains("catalog")) Files.createDirectories(unfinished.getParent());
                if (left.equals("half a catalog")) makeHalf(unfinished);
            }
            RunningServer server =
                    ServerInProcess.start(directory, "c", "data=" + directory.resolve("data"), List.of());
            server.stop();
            assertThat(half.resolve("admin.token")).as(left).exists();
            assertThat(half.resolve("first-start")).as(left).doesNotExist();
        }
    }

    /** Tables without the history of migrations: where a kill in the first of them leaves it. */
    private static void makeHalf(Path file) {
        String url = "jdbc:h2:file:" + file.toString().replace(".mv.db", "");
        try (var connection = java.sql.DriverManager.getConnection(url, "bdm", "");
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE node (node_no BIGINT PRIMARY KEY, node_id VARCHAR(64))");
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void deleteTree(Path tree) throws IOException {
        if (!Files.exists(tree)) return;
        try (var entries = Files.walk(tree)) {
            for (Path entry :
                    entries.sorted(java.util.Comparator.reverseOrder()).toList()) Files.delete(entry);
        }
    }
}
