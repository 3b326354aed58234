package org.bdm.server.catalog.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordColumnsTest {
    private record Times(
            Instant at, Instant modified, @Nullable Instant ended, Duration every) {}

    private record Changed(
            @Nullable Instant modified, @Nullable Instant at) {}

    private record Names(JobId job, @Nullable JobId retryOf, ExportName export, StorePath path) {}

    private record Codes(
            FileKind kind, ErrorCode code, @Nullable FileKind other) {}

    private record Numbers(
            long files, int tries, boolean isOn, @Nullable Long batch, OptionalInt a, OptionalLong b) {}

    private record Trouble(ErrorCode code, @Nullable String text) {}

    private record Outer(
            String name, Optional<Instant> since, @Nullable Trouble trouble, long bytes) {}

    private record Zones(ZoneId zone, @Nullable ZoneId other) {}

    private record Said(String text) {}

    private record Tree(JobId job, long files) {}

    private record Plan(long number, @Nullable Tree tree) {}

    @Test
    void timesAreReadAsTheirColumnsSay() throws SQLException {
        String row = "SELECT TIMESTAMP WITH TIME ZONE '2026-01-02 03:04:05+00' AS happened_at, 7 AS modified_s,"
                + " 8 AS modified_ns, %d AS ended_ms, 60 AS every_seconds";
        RecordColumns<Times> columns =
                RecordColumns.of(Times.class, "happened_at modified_s modified_ns ended_ms every_seconds");
        Instant at = Instant.parse("2026-01-02T03:04:05Z");
        Instant modified = Instant.ofEpochSecond(7, 8);

        assertThat(read(columns, row.formatted(9)))
                .containsExactly(new Times(at, modified, Instant.ofEpochMilli(9), Duration.ofMinutes(1)));
        assertThat(read(columns, row.formatted(0)))
                .containsExactly(new Times(at, modified, null, Duration.ofMinutes(1)));
    }

    @Test
    void timesThatAreMissingAreNull() throws SQLException {
        assertThat(read(
                        RecordColumns.of(Changed.class, "modified_s modified_ns happened_at"),
                        "SELECT CAST(NULL AS BIGINT) AS modified_s, 0 AS modified_ns,"
                                + " CAST(NULL AS TIMESTAMP WITH TIME ZONE) AS happened_at"))
                .containsExactly(new Changed(null, null));
    }

    @Test
    void aRecordWithinIsMadeOfItsColumns() throws SQLException {
        assertThat(read(
                        RecordColumns.of(Names.class, "job_no retry_of export path"),
                        "SELECT 3 AS job_no, CAST(NULL AS BIGINT) AS retry_of, 'cmip6' AS export, X'612F62' AS path"))
                .containsExactly(new Names(new JobId(3), null, new ExportName("cmip6"), StorePath.ofUtf8("a/b")));
    }

    @Test
    void anEnumIsReadByItsCodeOrElseByItsName() throws SQLException {
        assertThat(read(
                        RecordColumns.of(Codes.class, "kind code other"),
                        "SELECT " + FileKind.SYMBOLIC_LINK.code() + " AS kind, 'UNKNOWN_JOB' AS code,"
                                + " CAST(NULL AS INT) AS other"))
                .containsExactly(new Codes(FileKind.SYMBOLIC_LINK, ErrorCode.UNKNOWN_JOB, null));
    }

    @Test
    void whatIsMissingIsZeroNullOrEmpty() throws SQLException {
        String none = "CAST(NULL AS BIGINT)";
        assertThat(read(
                        RecordColumns.of(Numbers.class, "n n flag n n n"),
                        "SELECT " + none + " AS n, CAST(NULL AS BOOLEAN) AS flag"))
                .containsExactly(new Numbers(0, 0, false, null, OptionalInt.empty(), OptionalLong.empty()));
        assertThat(read(RecordColumns.of(Numbers.class, "n n flag n n n"), "SELECT 5 AS n, TRUE AS flag"))
                .containsExactly(new Numbers(5, 5, true, 5L, OptionalInt.of(5), OptionalLong.of(5)));
    }

    @Test
    void aRecordThatMayBeNullIsNullWhereItsFirstColumnIs() throws SQLException {
        RecordColumns<Outer> columns = RecordColumns.of(Outer.class, "name since_ms reason_code reason_text bytes");
        String row = "SELECT 'a' AS name, CAST(%s AS BIGINT) AS since_ms, CAST(%s AS VARCHAR) AS reason_code,"
                + " 'why' AS reason_text, 6 AS bytes";

        assertThat(read(columns, row.formatted("NULL", "NULL")))
                .containsExactly(new Outer("a", Optional.empty(), null, 6));
        assertThat(read(columns, row.formatted("1", "'INTERNAL'")))
                .containsExactly(new Outer(
                        "a", Optional.of(Instant.ofEpochMilli(1)), new Trouble(ErrorCode.INTERNAL, "why"), 6));
        assertThat(read(
                        RecordColumns.of(Plan.class, "plan_no mirror_job files"),
                        "SELECT 1 AS plan_no, CAST(NULL AS BIGINT) AS mirror_job, 0 AS files"))
                .containsExactly(new Plan(1, null));
    }

    @Test
    void aMissingValueIsRefusedWhereThereMustBeOne() {
        assertThatThrownBy(() -> read(RecordColumns.of(Said.class, "text"), "SELECT CAST(NULL AS VARCHAR) AS text"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("text");
    }

    @Test
    void aTypeThatIsStoredAsTextIsReadAsItsUserSays() throws SQLException {
        assertThat(read(
                        RecordColumns.of(Zones.class, "zone other", Map.of(ZoneId.class, ZoneId::of)),
                        "SELECT 'UTC' AS zone, CAST(NULL AS VARCHAR) AS other"))
                .containsExactly(new Zones(ZoneId.of("UTC"), null));
    }

    @Test
    void aCodeThatNoConstantHasIsRefused() {
        assertThatThrownBy(() -> read(
                        RecordColumns.of(Codes.class, "kind code other"),
                        "SELECT 99 AS kind, 'INTERNAL' AS code, 1 AS other"))
                .isInstanceOf(SQLException.class)
                .hasMessage("no FileKind is stored as 99");
    }

    @Test
    void whatTheRecordRefusesComesOutAsItIs() {
        assertThatThrownBy(() -> read(RecordColumns.of(Tree.class, "job_no files"), "SELECT -1 AS job_no, 0 AS files"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("job number");
    }

    @Test
    void theColumnsMustBeAsManyAsTheComponentsTake() {
        assertThatThrownBy(() -> RecordColumns.of(Tree.class, "job_no files bytes"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RecordColumns.of(Tree.class, "job_no")).isInstanceOf(IllegalArgumentException.class);
    }

    private static <T> List<T> read(RecordColumns<T> columns, String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                ResultSet rows = connection.createStatement().executeQuery(query)) {
            return columns.all(rows);
        }
    }
}
