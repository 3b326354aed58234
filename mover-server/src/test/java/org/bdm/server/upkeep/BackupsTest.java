package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.assertRefused;
import static org.bdm.server.catalog.Samples.item;
import static org.bdm.server.catalog.Samples.request;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.HexFormat;
import java.util.List;
import org.awaitility.Awaitility;
import org.bdm.core.fault.ErrorCode;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.site.AuditEntry;
import org.bdm.server.catalog.site.AuditFilter;
import org.bdm.server.catalog.tools.CatalogBackup;
import org.bdm.server.catalog.tools.CatalogCheck;
import org.bdm.server.site.access.AuditTrail;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupsTest {
    @TempDir
    Path directory;

    private final OpenCatalog open = OpenCatalog.at(TestDatabase.H2.prepared());
    private Instant now = Instant.parse("2026-11-24T03:00:00Z");

    @AfterEach
    void close() {
        open.close();
    }

    private Backups backups(Duration every, LocalTime at, int keep, long checkBytesMax) {
        return new Backups(
                open.catalog,
                new BackupSettings(directory.resolve("backups"), every, at, keep, checkBytesMax),
                new AuditTrail(open.catalog, open.clock),
                () -> now);
    }

    private static void awaitEnd(Backups backups) {
        Awaitility.await().until(() -> backups.running().isEmpty());
    }

    @Test
    void aBackupIsPrivateCheckedAndNamedByItsDigest() throws Exception {
        open.catalog
                .submissions()
                .submit(request("ann", 3), List.of(item("a")), null)
                .join();
        try (Backups backups = backups(null, null, 7, Long.MAX_VALUE)) {
            backups.begin("before-upgrade", "ann");
            awaitEnd(backups);
            assertThat(backups.lastFailure()).isEmpty();
            StoredBackup made = backups.all().get(0);
            Path file = directory.resolve("backups").resolve("before-upgrade.zip");
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
            assertThat(made)
                    .isEqualTo(new StoredBackup(
                            "before-upgrade.zip",
                            Files.size(file),
                            HexFormat.of().formatHex(digest),
                            now,
                            true,
                            0));
            assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
            assertThat(names()).containsExactlyInAnyOrder("before-upgrade.zip", "before-upgrade.zip.sha256");
            // It is noted when the backup is listed already.
            Awaitility.await()
                    .untilAsserted(() -> assertThat(open.catalog
                                    .audit()
                                    .page(new AuditFilter(null, "BACKUP", null, null, null, null), null, 10)
                                    .rows())
                            .extracting(AuditEntry::object)
                            .containsExactly("before-upgrade.zip"));

            CatalogLocation other = TestDatabase.H2.empty();
            CatalogBackup.restore(other, file);
            assertThat(CatalogCheck.check(other).problems()).isEmpty();
        }
    }

    private List<String> names() throws IOException {
        try (var entries = Files.list(directory.resolve("backups"))) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }

    @Test
    void theClientChoosesANameAndNoPlace() {
        try (Backups backups = backups(null, null, 7, Long.MAX_VALUE)) {
            for (String name :
                    List.of("../x", "/tmp/x", "a/b", "", ".hidden", "x".repeat(102), "scheduled-1", "a\nb")) {
                assertRefused(ErrorCode.INVALID_REQUEST, () -> backups.begin(name, "ann"));
            }
            backups.begin("one", "ann");
            awaitEnd(backups);
            assertRefused(ErrorCode.INVALID_REQUEST, () -> backups.begin("one.zip", "ann"));
        }
    }

    @Test
    void oneThatIsTooLargeToBeCheckedSaysSo() {
        try (Backups backups = backups(null, null, 7, 1)) {
            backups.begin(null, "ann");
            awaitEnd(backups);
            assertThat(backups.all()).singleElement().satisfies(made -> {
                assertThat(made.isChecked()).isFalse();
                assertThat(made.name()).isEqualTo("catalog-20261124T030000Z.zip");
            });
        }
    }

    @Test
    void aCopyWithFaultsIsNoBackupAndOlderOnesStay() throws Exception {
        try (Backups backups = backups(Duration.ofHours(1), null, 1, Long.MAX_VALUE)) {
            backups.pass();
            awaitEnd(backups);
            open.catalog
                    .audit()
                    .add(new AuditEntry(0, now, "ann", "A", "b", "OK", "::1", "d"))
                    .join();
            open.database().transact(sql -> sql.update("UPDATE audit SET actor = 'bob'"));
            now = now.plus(Duration.ofHours(1));
            backups.pass();
            awaitEnd(backups);
            assertThat(backups.lastFailure().orElseThrow().failure())
                    .hasMessageContaining("audit log was changed")
                    .extracting("code")
                    .isEqualTo(ErrorCode.BACKUP_FAILED);
            assertThat(names())
                    .containsExactlyInAnyOrder(
                            "scheduled-20261124T030000Z.zip", "scheduled-20261124T030000Z.zip.sha256");
        }
    }

    @Test
    void theScheduleKeepsItsNewestAndNeverRemovesThoseOfPeople() {
        try (Backups backups = backups(Duration.ofHours(24), LocalTime.of(4, 0), 2, Long.MAX_VALUE)) {
            backups.begin("mine", "ann");
            awaitEnd(backups);
            for (int hour = 0; hour < 50; hour++) { // due at the start, and at 4:00 of each of three days
                backups.pass();
                awaitEnd(backups);
                now = now.plus(Duration.ofHours(1));
            }
            assertThat(backups.all())
                    .extracting(StoredBackup::name)
                    .containsExactly("mine.zip", "scheduled-20261125T040000Z.zip", "scheduled-20261126T040000Z.zip");
        }
    }

    @Test
    void whatAKilledProcessLeftIsRemovedAndNeverShown() throws Exception {
        Path place = Files.createDirectories(directory.resolve("backups"));
        Files.writeString(place.resolve("a.zip.part"), "half");
        Files.writeString(place.resolve("a.zip.sha256.part"), "half");
        Files.writeString(Files.createDirectory(place.resolve("a.zip.check")).resolve("catalog.mv.db"), "half");
        Files.writeString(place.resolve("foreign.zip"), "of another program");
        try (Backups backups = backups(null, null, 7, Long.MAX_VALUE)) {
            assertThat(backups.all()).isEmpty();
            backups.pass();
            assertThat(names()).containsExactly("foreign.zip");
        }
    }

    @Test
    void postgreSqlHasItsOwnMeans() {
        try (OpenCatalog postgreSql = OpenCatalog.at(TestDatabase.POSTGRESQL.prepared());
                Backups backups = new Backups(
                        postgreSql.catalog,
                        new BackupSettings(directory.resolve("backups"), null, null, 7, Long.MAX_VALUE),
                        new AuditTrail(postgreSql.catalog, postgreSql.clock),
                        () -> now)) {
            assertRefused(ErrorCode.UNSUPPORTED, () -> backups.begin(null, "ann"));
        }
    }
}
