package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bdm.core.id.NodeId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
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
        Catalog.open(TestDatabase.preparedBelow(home, settings.node()), settings)
                .close();
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

    private String said(int code, String... words) {
        out.reset();
        int ended = run(words);
        String told = out.toString(StandardCharsets.UTF_8);
        assertThat(ended).as(told).isEqualTo(code);
        return told;
    }

    @Test
    @Tag("A10")
    void backupsAreListedWithWhetherEachIsIntactAndTheHomeMayBeInUse() throws Exception {
        Path backups = Files.createDirectories(directory.resolve("backups"));
        for (String name : List.of("a", "b", "c", "d", "e"))
            said(0, "backup", backups.resolve(name + ".zip").toString());
        byte[] good = Files.readAllBytes(backups.resolve("a.zip"));
        turnBit(backups.resolve("b.zip"), good.length / 2);
        Files.write(backups.resolve("c.zip"), Arrays.copyOf(good, good.length - 100)); // cut
        Files.delete(backups.resolve("d.zip.sha256"));
        Files.write(backups.resolve("e.zip"), new byte[0]);
        Files.delete(backups.resolve("e.zip.sha256"));
        byte[] catalog = Files.readAllBytes(home.resolve("catalog/catalog.mv.db"));
        Path scratch = Files.createDirectories(directory.resolve("scratch"));
        try (HomeDirectory used = HomeDirectory.lock(home)) {
            String told = said(1, "check", backups.toString(), "--scratch", scratch.toString());
            assertThat(used.directory()).isEqualTo(home);
            assertThat(told)
                    .containsPattern("intact +20\\d\\d-\\d\\d-\\d\\d .* " + good.length + " +\\d+ +0 +0 +.*a.zip")
                    .containsPattern(
                            "DAMAGED.*b.zip\\n.*its SHA-256 is [0-9a-f]{64}, and .*b.zip.sha256 says [0-9a-f]{64}")
                    .containsPattern("DAMAGED.*c.zip\\n.*its SHA-256 is")
                    .containsPattern("intact.*d.zip\\n.*no SHA-256 lies beside it")
                    .containsPattern("DAMAGED.*e.zip\\n.*holds no .mv.db file")
                    .endsWith("5 backups, 3 damaged\n");
            Path cut = backups.resolve("c.zip");
            Files.delete(backups.resolve("c.zip.sha256"));
            Files.write(cut, Arrays.copyOf(good, good.length / 2));
            assertThat(said(1, "check", cut.toString())).contains("CRC-32 of the zip");
            assertThat(said(0, "check", backups.resolve("a.zip").toString())).endsWith("1 backup, 0 damaged\n");
            assertThat(said(1, "check", directory.resolve("none.zip").toString()))
                    .contains("NOT_FOUND");
        }
        assertThat(scratch.toFile().list()).as("what was unpacked").isEmpty();
        assertThat(Files.readAllBytes(home.resolve("catalog/catalog.mv.db"))).isEqualTo(catalog);
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
