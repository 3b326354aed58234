package org.bdm.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;
import static org.bdm.server.catalog.Samples.assertRefused;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogUrl;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.file.Chunks;
import org.bdm.server.catalog.file.FileEffort;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.OutcomeRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpeningContractTest {
    private static void refuses(ErrorCode code, String url) {
        assertRefused(
                code,
                () -> OpenCatalog.at(new CatalogLocation(url, "bdm", null)).close());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ";WRITE_DELAY=500",
                ";write_delay=1",
                ";LOCK_MODE=0",
                ";INIT=RUNSCRIPT FROM 'x'",
                ";FILE_LOCK=NO",
                ";MODE=PostgreSQL",
                ";AUTO_SERVER=TRUE",
                ";PASSWORD=x",
                ";LOG=0",
                ";UNDO_LOG=0",
                ";ACCESS_MODE_DATA=r",
                ";CACHE_SIZE=1,INIT=x",
                ";TRACE_LEVEL_SYSTEM_OUT=3"
            })
    void settingsOfH2ThatMayLoseWorkOrRunCodeAreRefused(String setting) {
        refuses(ErrorCode.CATALOG_UNSAFE, TestDatabase.H2.empty().jdbcUrl() + setting);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:mem:x",
                "jdbc:h2:tcp://host/x",
                "jdbc:h2:nioMemFS:x",
                "jdbc:h2:file:memFS:/x",
                "jdbc:h2:zip:/a.zip!/x",
                "jdbc:h2:~/x",
                "jdbc:h2:file:x"
            })
    void h2ThatIsNoFileIsRefused(String url) {
        refuses(ErrorCode.CATALOG_UNSAFE, url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://h/x?password=p",
                "jdbc:postgresql://h/x?ssl=true&options=-c%20fsync=off",
                "jdbc:postgresql://h/x?socketFactory=y",
                "jdbc:postgresql://localhost/x?sslfactory=y",
                "jdbc:postgresql://localhost/x?authenticationPluginClassName=y",
                "jdbc:postgresql://localhost/x?sslpasswordcallback=y",
                "jdbc:postgresql://localhost/x?sslhostnameverifier=y",
                "jdbc:postgresql://localhost/x?xmlFactoryFactory=y",
                "jdbc:postgresql://localhost/x?loggerFile=/tmp/x",
                "jdbc:postgresql://localhost/x?service=y",
                "jdbc:postgresql://localhost/x?ssl%66actory=y",
                "jdbc:postgresql://localhost/x?SSLFACTORY=y",
                "jdbc:postgresql://192.0.2.1/x?sslmode=prefer",
                "jdbc:postgresql://192.0.2.1/x?sslmode=disable",
                "jdbc:postgresql://192.0.2.1/x?sslMode=require",
                "jdbc:postgresql://192.0.2.1/x?sslmode=require&sslmode=disable",
                "jdbc:postgresql://localhost,192.0.2.1/x?sslmode=allow",
                "jdbc:postgresql://[2001:db8::1]:5432/x?sslmode=allow"
            })
    void parametersOfPostgreSqlThatCarrySecretsLoadClassesOrWeakenAreRefused(String url) {
        refuses(ErrorCode.CATALOG_UNSAFE, url);
    }

    @ParameterizedTest
    @CsvSource({
        "//192.0.2.1/x, //192.0.2.1/x?sslmode=require",
        "//192.0.2.1:5432/x?connectTimeout=5, //192.0.2.1:5432/x?connectTimeout=5&sslmode=require",
        "//192.0.2.1/x?sslmode=verify-full, //192.0.2.1/x?sslmode=verify-full",
        "//localhost/x, //localhost/x",
        "//127.0.0.1:1/x?sslmode=disable, //127.0.0.1:1/x?sslmode=disable",
        "//[::1]:5432/x, //[::1]:5432/x",
        "x, x"
    })
    void aDatabaseOnAnotherHostIsSpokenToEncrypted(String given, String used) {
        CatalogLocation location = new CatalogLocation("jdbc:postgresql:" + given, "bdm", null);
        String ours = (used.contains("?") ? "&" : "?") + "reWriteBatchedInserts=true";
        assertThat(CatalogUrl.checked(location)).isEqualTo("jdbc:postgresql:" + used + ours);
    }

    @Test
    void anotherDatabaseIsRefused() {
        refuses(ErrorCode.INVALID_REQUEST, "jdbc:mysql://host/x");
    }

    @ParameterizedTest
    @CsvSource({"fsync,off", "full_page_writes,off", "synchronous_commit,off"})
    void unsafePostgreSqlIsRefused(String setting, String value) throws IOException {
        try (EmbeddedPostgres unsafe = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig(setting, value)
                .start()) {
            CatalogLocation location = new CatalogLocation(
                    "jdbc:postgresql://localhost:" + unsafe.getPort() + "/postgres", "postgres", "postgres");
            assertRefused(
                    ErrorCode.CATALOG_UNSAFE, () -> OpenCatalog.at(location).close());
        }
    }

    @Test
    void synchronousCommitOffForOneUserIsNoticed() throws SQLException {
        CatalogLocation location = TestDatabase.POSTGRESQL.empty();
        try (Connection connection =
                        DriverManager.getConnection(location.jdbcUrl(), location.user(), location.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE careless LOGIN SUPERUSER PASSWORD 'x'");
            statement.execute("ALTER ROLE careless SET synchronous_commit = off");
        }
        assertRefused(
                ErrorCode.CATALOG_UNSAFE,
                () -> OpenCatalog.at(new CatalogLocation(location.jdbcUrl(), "careless", "x"))
                        .close());
    }

    @Test
    void secondProcessOnAnH2FileIsRefused() {
        try (OpenCatalog open = OpenCatalog.at(TestDatabase.H2.prepared())) {
            // In one process, H2 would share the database: a child process tries.
            assertThat(ChildProcess.open(open.location)).contains("ALREADY_RUNNING");
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void aLeaseThatRanOutIsTakenOverAndItsFormerHolderRefused(TestDatabase database) {
        try (OpenCatalog open = OpenCatalog.at(database.prepared())) {
            JobId job = activeJob(open.catalog, 1, 3);
            Chunks chunks = open.catalog.chunks();
            ChunkLease lease = chunks.leaseOf(job, Duration.ofMinutes(1)).orElseThrow();
            assertThat(chunks.leaseOf(job, Duration.ofMinutes(1))).isEmpty();
            open.clock.turn(Duration.ofMinutes(1));
            ChunkLease taken = chunks.leaseOf(job, Duration.ofMinutes(1)).orElseThrow();
            assertThat(chunks.heartbeat(lease, Duration.ofMinutes(9))).isEmpty();
            assertRefused(ErrorCode.STALE_LEASE, () -> chunks.finish(lease).join());
            FileRow file =
                    chunks.openFiles(taken, null, open.clock.instant(), 10).get(0);
            chunks.record(taken, java.util.List.of(OutcomeRecord.done(file, Samples.evidence("x"), FileEffort.NONE)))
                    .join();
            assertThat(open.catalog.jobs().counts(job).open()).isZero();
        }
    }

    @Test
    void damagedFileIsRefusedNotReplaced() throws IOException {
        CatalogLocation location = TestDatabase.H2.empty();
        OpenCatalog.at(location).close();
        Path file = CatalogUrl.file(location).orElseThrow();
        try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
            raw.write(new byte[(int) raw.length()]);
        }
        assertRefused(ErrorCode.CATALOG_DAMAGED, () -> OpenCatalog.at(location).close());
        assertRefused(ErrorCode.CATALOG_DAMAGED, () -> OpenCatalog.at(location).close());
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void catalogOfANewerVersionIsRefused(TestDatabase database) {
        OpenCatalog open = OpenCatalog.at(database.prepared());
        open.database()
                .transact(
                        sql -> sql.update(
                                "INSERT INTO \"flyway_schema_history\" (\"installed_rank\", \"version\", \"description\", \"type\", \"script\", \"checksum\","
                                        + " \"installed_by\", \"execution_time\", \"success\") VALUES (99999, '99999', 'later', 'SQL', 'V99999__later.sql', 1, 'x', 1, TRUE)"));
        open.close();
        assertRefused(ErrorCode.UNSUPPORTED, () -> OpenCatalog.at(open.location).close());
    }

    @ParameterizedTest
    @CsvSource({
        "H2, \"success\" = FALSE",
        "H2, \"checksum\" = 7",
        "POSTGRESQL, \"success\" = FALSE",
        "POSTGRESQL, \"checksum\" = 7",
    })
    void catalogWhoseTablesWereMadeByHalfOrByAnotherScriptIsRefused(TestDatabase database, String change) {
        OpenCatalog open = OpenCatalog.at(database.prepared());
        open.database()
                .transact(sql ->
                        sql.update("UPDATE \"flyway_schema_history\" SET " + change + " WHERE \"version\" = '69'"));
        open.close();
        assertRefused(
                ErrorCode.CATALOG_DAMAGED, () -> OpenCatalog.at(open.location).close());
    }

    @Test
    void databaseThatDoesNotAnswerIsSaidToBeUnavailable() {
        refuses(ErrorCode.CATALOG_UNAVAILABLE, "jdbc:postgresql://localhost:1/x");
    }
}
