package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.id.NodeId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogCommandTest {
    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private Path home;

    @BeforeEach
    void makeACatalog() {
        home = directory.resolve("home");
        HomeDirectory.lock(home).close();
        CatalogSettings settings = new CatalogSettings(new NodeId("ab".repeat(32)), Clock.systemUTC(), lost -> {});
        Catalog.open(CatalogLocation.below(home), settings).close();
    }

    private int run(String... words) {
        List<String> args = new ArrayList<>(List.of("catalog"));
        args.addAll(List.of(words));
        args.addAll(List.of("--home", home.toString()));
        PrintStream to = new PrintStream(out, true, StandardCharsets.UTF_8);
        return MoverServer.run(args.toArray(String[]::new), Map.of(), to, to);
    }

    @Test
    void checkFindsNothingWrongWithANewCatalog() {
        assertThat(run("check")).as(out.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("0 problems");
    }

    @Test
    void aBackupCanBeRestored() throws Exception {
        Path zip = directory.resolve("backup.zip");
        assertThat(run("backup", zip.toString()))
                .as(out.toString(StandardCharsets.UTF_8))
                .isZero();
        assertThat(Files.size(zip)).isPositive();
        assertThat(run("restore", zip.toString()))
                .as(out.toString(StandardCharsets.UTF_8))
                .isZero();
        assertThat(run("check")).isZero();
    }

    private static void turnBit(Path file, long at) throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) at] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    @Tag("A10")
    void aBackupWithOneWrongBitIsNamedDamagedWithTheDigestThatSaysSo() throws Exception {
        Path zip = directory.resolve("backup.zip");
        assertThat(run("backup", zip.toString())).isZero();
        byte[] catalog = Files.readAllBytes(home.resolve("catalog/catalog.mv.db"));
        byte[] good = Files.readAllBytes(zip);
        Path sum = directory.resolve("backup.zip.sha256");
        String noted = Files.readString(sum).substring(0, 64);
        for (long at : new long[] {0, 3, 30, good.length / 2, good.length - 1}) {
            Files.write(zip, good);
            turnBit(zip, at);
            out.reset();
            assertThat(run("restore", zip.toString())).isEqualTo(1);
            assertThat(out.toString(StandardCharsets.UTF_8))
                    .as("bit of byte " + at)
                    .contains("CATALOG_DAMAGED", zip + " is damaged", "its SHA-256 is", noted)
                    .doesNotContain("does not answer");
        }
        // Without the file beside it, the checksum in the zip says it.
        Files.delete(sum);
        Files.write(zip, good);
        turnBit(zip, good.length / 2);
        out.reset();
        assertThat(run("restore", zip.toString())).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("CATALOG_DAMAGED", "is damaged", "CRC-32");
        assertThat(home.resolve("catalog/restored.mv.db")).doesNotExist();
        assertThat(Files.readAllBytes(home.resolve("catalog/catalog.mv.db"))).isEqualTo(catalog);
        assertThat(run("check")).isZero();
    }

    @Test
    void nothingIsDoneWhileAServerUsesTheHome() {
        try (HomeDirectory used = HomeDirectory.lock(home)) {
            assertThat(run("check")).isEqualTo(1);
            assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("mover-server: ALREADY_RUNNING: ");
            assertThat(used.directory()).isEqualTo(home);
        }
    }

    @Test
    void wrongWordsAreExplained() {
        assertThat(run("chek")).isEqualTo(2);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("chek");
    }
}
