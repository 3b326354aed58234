package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.identity.NodeKey;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.site.AuditEntry;
import org.bdm.server.catalog.site.AuditSeal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever changes the log, its signatures or both is found out, and what is untouched is found right. */
class AuditSealsTest {
    private static final NodeKey KEY = NodeKey.create(Clock.systemUTC(), new SecureRandom());
    private static final NodeKey OTHER_KEY = NodeKey.create(Clock.systemUTC(), new SecureRandom());

    @TempDir
    Path home;

    private final TurnedClock clock = new TurnedClock();
    private Path file;
    private Catalog catalog;
    private AuditSeals seals;

    @BeforeEach
    void open() {
        file = home.resolve("audit-seals");
        catalog = Catalog.open(
                TestDatabase.preparedBelow(home, KEY.node()), new CatalogSettings(KEY.node(), clock, reason -> {}));
        seals = new AuditSeals(catalog, KEY, file, clock);
    }

    @AfterEach
    void close() {
        catalog.close();
    }

    private void note(int lines) {
        AuditTrail trail = new AuditTrail(catalog, clock);
        for (int i = 0; i < lines; i++) trail.note("ann", "POST /x", "job-" + i, "OK", "192.0.2.1", "");
        catalog.audit()
                .add(new AuditEntry(0, clock.instant(), "bob", "GET /x", "job", "OK", "192.0.2.1", ""))
                .join(); // behind the others
    }

    private void sealed(int lines) {
        note(lines - 1);
        seals.seal();
    }

    private record Finding(long lines, int seals, long sealedLine, List<String> troubles) {}

    /** Goes all steps. */
    private Finding check() {
        int count = 0;
        long sealed = 0;
        List<String> troubles = new ArrayList<>();
        AuditFinding step = seals.check(null);
        while (true) {
            count += step.seals();
            sealed = Math.max(sealed, step.sealedLine());
            troubles.addAll(step.troubles());
            if (step.nextCursor() == null) return new Finding(step.lines(), count, sealed, troubles);
            step = seals.check(step.nextCursor());
        }
    }

    private void assertTroubles(int sealsSeen, long sealedLine, String... troubles) {
        Finding finding = check();
        assertThat(finding.seals()).isEqualTo(sealsSeen);
        assertThat(finding.sealedLine()).isEqualTo(sealedLine);
        assertThat(finding.troubles()).hasSize(troubles.length);
        for (int i = 0; i < troubles.length; i++) {
            assertThat(finding.troubles().get(i)).contains(troubles[i]);
        }
    }

    /** Writes to the database as somebody would who has its file. */
    private void change(String sql) throws SQLException {
        catalog.close();
        try (Connection database = DriverManager.getConnection(
                        "jdbc:h2:file:" + home.resolve("catalog/catalog").toAbsolutePath(), "bdm", "");
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
        open();
    }

    @Test
    void emptyLogHasNothingToSignAndNoTroubles() {
        seals.seal();
        assertThat(file).doesNotExist();
        assertThat(check()).isEqualTo(new Finding(0, 0, 0, List.of()));
    }

    @Test
    void lastLineIsSignedOnceInCatalogAndFile() throws IOException {
        sealed(3);
        seals.seal();
        assertThat(check()).isEqualTo(new Finding(3, 1, 3, List.of()));
        AuditSeal seal = catalog.audit().lastSeal().orElseThrow();
        assertThat(Files.readString(file))
                .isEqualTo(String.join(
                        " ", "3", seal.at().toString(), seal.chain(), seal.publicKey(), seal.signature() + "\n"));
        note(0);
        assertThat(check()).isEqualTo(new Finding(4, 1, 3, List.of()));
        seals.seal();
        assertThat(check()).isEqualTo(new Finding(4, 2, 4, List.of()));
        assertThat(Files.readAllLines(file)).hasSize(2);
    }

    @Test
    void signatureOfAnotherNodeProvesNothing() {
        note(2);
        new AuditSeals(catalog, OTHER_KEY, file, clock).seal();
        assertTroubles(
                1, 0, "the seal of line 3, made at " + clock.instant() + ", is not signed with the key of this site");
    }

    @Test
    void signatureForAnotherLineProvesNothing() throws IOException {
        sealed(3);
        Files.writeString(file, Files.readString(file).replaceFirst("^3 ", "2 "));
        assertTroubles(
                2, 3, "the seal of line 2, made at " + clock.instant() + ", is not signed with the key of this site");
    }

    @Test
    void signatureThatWasReplacedInTheFileIsSeenBesideTheRightOneOfTheCatalog() throws IOException {
        sealed(3);
        AuditSeal seal = catalog.audit().lastSeal().orElseThrow();
        Files.writeString(file, Files.readString(file).replace(seal.signature(), "AAAA"));
        assertTroubles(2, 3, "is not signed with the key of this site");
        Files.writeString(file, Files.readString(file).replace("AAAA", "not base64!"));
        assertTroubles(1, 3, "has a line that is not a seal");
        Files.writeString(file, Files.readString(file).replace("not base64!", "???"));
        assertTroubles(2, 3, "is not signed with the key of this site");
    }

    /** Signatures of this node over a log of its own, as in a backup or before the log was written anew. */
    private void sealElsewhere(int lines) throws IOException {
        Path elsewhere = Files.createDirectory(home.resolve("elsewhere"));
        try (Catalog another = Catalog.open(
                TestDatabase.preparedBelow(elsewhere, KEY.node()),
                new CatalogSettings(KEY.node(), clock, reason -> {}))) {
            for (int i = 0; i < lines; i++) {
                another.audit()
                        .add(new AuditEntry(0, clock.instant(), "eve", "x", "y", "OK", "192.0.2.7", ""))
                        .join();
            }
            new AuditSeals(another, KEY, file, clock).seal();
        }
    }

    @Test
    void endThatWasCutOffIsSeenByTheFileAlone() throws IOException {
        note(2);
        sealElsewhere(5);
        assertTroubles(1, 0, "line 5 is missing: it was there when it was sealed");
    }

    @Test
    void logThatWasWrittenAnewIsSeenByTheFileAlone() throws IOException {
        note(2);
        sealElsewhere(3);
        assertTroubles(1, 0, "does not fit: that line or one before it was changed");
    }

    @Test
    void lineThatWasChangedIsSeen() throws SQLException {
        sealed(3);
        change("UPDATE audit SET actor = 'eve' WHERE audit_no = 2");
        assertTroubles(1, 3, "line 2 was changed");
    }

    @Test
    void lineOfTheFileThatIsNoSealDoesNotHideTheOthers() throws IOException {
        sealed(3);
        String seal = Files.readString(file);
        Files.writeString(file, "three words only\n" + seal.replaceFirst("^3 ", "2 "));
        assertTroubles(2, 3, "audit-seals has a line that is not a seal", "line 2, made at");
    }

    @Test
    void fileThatCannotBeReadIsSeen() throws IOException {
        sealed(3);
        Files.writeString(file, "x " + Files.readString(file).substring(2));
        assertTroubles(1, 3, "audit-seals cannot be read");
        Files.writeString(file, "3 yesterday a b c\n");
        assertTroubles(1, 3, "audit-seals cannot be read");
        Files.delete(file);
        Files.createDirectory(file);
        assertTroubles(1, 3, "audit-seals cannot be read");
    }

    @Test
    void fileThatIsMissingIsSeenWhenTheCatalogHasSeals() throws IOException {
        sealed(3);
        Files.delete(file);
        assertTroubles(1, 3, "audit-seals is missing");
    }

    @Test
    void fileThatIsMissingAtANodeThatMadeNoSealIsNoTrouble() throws SQLException, IOException {
        sealed(3);
        Files.delete(file);
        change("UPDATE audit_seal SET sealed_by = sealed_by + 1");
        assertTroubles(1, 3);
    }

    @Test
    void longLogIsComparedInStepsOfBoundedTime() {
        sealed(2_500);
        AuditSeals atSlowClock = new AuditSeals(catalog, KEY, file, new SlowClock());
        AuditFinding first = atSlowClock.check(null);
        assertThat(first.checkedLine()).isEqualTo(1_000);
        assertThat(first.lines()).isEqualTo(2_500);
        assertThat(first.seals()).isZero();
        assertThat(first.nextCursor()).isNotNull();
        AuditFinding step = first;
        while (step.nextCursor() != null) step = atSlowClock.check(step.nextCursor());
        assertThat(check()).isEqualTo(new Finding(2_500, 1, 2_500, List.of()));
    }

    @Test
    void firstBrokenLineAndTheLastSealAreTold() throws SQLException {
        sealed(5);
        clock.turn(Duration.ofHours(1));
        sealed(5);
        assertThat(seals.check(null).brokenLine()).isNull();
        assertThat(seals.check(null).sealedAt()).isEqualTo(clock.instant().truncatedTo(ChronoUnit.MILLIS));
        change("DELETE FROM audit WHERE audit_no IN (4, 10)");
        AuditFinding finding = seals.check(null);
        assertThat(finding.brokenLine()).isEqualTo(4);
        assertThat(finding.sealedLine()).isEqualTo(5);
        assertThat(finding.troubles())
                .satisfiesExactly(
                        first -> assertThat(first).isEqualTo("line 4 is missing"),
                        gap -> assertThat(gap).isEqualTo("line 10 is missing"),
                        seal -> assertThat(seal).startsWith("line 10 is missing: it was there when it was sealed"));
    }

    @Test
    void troublesAreToldUpToAHundred() throws IOException {
        sealed(3);
        String seal = Files.readString(file);
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 150; i++) many.append(seal.replaceFirst("^3 ", (1000 + i) + " "));
        Files.writeString(file, many);
        assertThat(check().troubles()).hasSize(100);
        assertThat(check().seals()).isEqualTo(151);
    }

    @Test
    void sealThatCannotBeWrittenToItsFileIsAnError() throws IOException {
        Files.createDirectory(file);
        note(2);
        assertThatExceptionOfType(MoverException.class)
                .isThrownBy(seals::seal)
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.WRITE_ERROR));
    }

    @Test
    void lineThatCannotBeKeptDoesNotStopWhoNotesIt() {
        catalog.close();
        new AuditTrail(catalog, clock).note("ann", "POST /x", "job-1", "OK", "192.0.2.1", "");
        open();
        assertThat(catalog.audit().after(0, 10)).isEmpty();
    }

    /** Four seconds pass with each look at it. */
    private static final class SlowClock extends Clock {
        private Instant now = Instant.parse("2026-11-20T10:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            now = now.plusSeconds(4);
            return now;
        }
    }
}
