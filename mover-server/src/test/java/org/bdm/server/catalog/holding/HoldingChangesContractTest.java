package org.bdm.server.catalog.holding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.sha256;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Origin;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Changes that were decided by what was read, and may be written a moment later. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class HoldingChangesContractTest {
    private static final ExportName IN = new ExportName("in");
    private static final StorePath PATH = StorePath.ofUtf8("a/tas.nc");
    private static final Instant KNOWN = Instant.parse("2026-11-20T10:00:00.123Z");
    private static final Instant LATER = Instant.parse("2026-11-27T10:00:00.456Z");

    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        HoldingSideTablesCheck.of(open);
        open.close();
    }

    private static HoldingDigest digest(DigestOrigin origin, Instant at) {
        return new HoldingDigest(sha256("x"), origin, at);
    }

    private static Holding holding(HoldingState state, long inode, Instant checkedAt, List<HoldingDigest> digests) {
        return new Holding(IN, PATH, null, 10, KNOWN, state, KNOWN, digests, inode, checkedAt, null);
    }

    private static List<HoldingDigest> evidence(Instant readAt) {
        Origin.Asked asked = new Origin.Asked(3, 70);
        return List.of(
                new HoldingDigest(sha256("x"), DigestOrigin.RECEIVED, KNOWN, asked),
                digest(DigestOrigin.READBACK, readAt));
    }

    private Holding found() {
        return open.catalog.holdings().find(IN, List.of(PATH)).get(PATH);
    }

    private HoldingChange change(Holding before, Holding after) {
        return HoldingChange.of(IN, PATH, before, known -> new HoldingChange.After(after, List.of()));
    }

    private void assertFound(Holding expected) {
        assertThat(found().with(List.of())).isEqualTo(expected.with(List.of()));
        assertThat(found().digests()).containsExactlyInAnyOrderElementsOf(expected.digests());
    }

    @Test
    void aFileThatWasReadAgainAndIsAsItWasHasLaterTimes() {
        open.catalog
                .holdings()
                .put(List.of(holding(HoldingState.VERIFIED, 7, KNOWN, evidence(KNOWN))))
                .join();
        Holding again = holding(HoldingState.VERIFIED, 8, LATER, evidence(LATER));
        open.catalog.holdings().change(List.of(change(found(), again))).join();
        assertFound(again);
        open.reopen();
        assertFound(again);
    }

    @Test
    void aFileInItsStateGetsLosesAndChangesDigests() {
        List<HoldingDigest> before = List.of(
                digest(DigestOrigin.READBACK, KNOWN),
                new HoldingDigest(sha256("old"), DigestOrigin.LISTED, KNOWN),
                new HoldingDigest(Checksum.ofHex(ChecksumAlgorithm.CRC32C, "00000007"), DigestOrigin.RECEIVED, KNOWN));
        open.catalog
                .holdings()
                .put(List.of(holding(HoldingState.VERIFIED, 7, KNOWN, before)))
                .join();
        List<HoldingDigest> after = List.of(
                digest(DigestOrigin.READBACK, KNOWN),
                new HoldingDigest(sha256("new"), DigestOrigin.LISTED, LATER),
                digest(DigestOrigin.READ, LATER));
        Holding changed = holding(HoldingState.VERIFIED, 7, KNOWN, after);
        open.catalog.holdings().change(List.of(change(found(), changed))).join();
        assertFound(changed);
    }

    @Test
    void ofTwoChangesOfAFileInAGroupTheSecondIsDecidedByTheFirst() {
        Holding first = holding(HoldingState.VERIFIED, 7, KNOWN, evidence(KNOWN));
        open.catalog.holdings().put(List.of(first)).join();
        Holding again = holding(HoldingState.VERIFIED, 7, LATER, evidence(LATER));
        List<Holding> decidedBy = new ArrayList<>();
        HoldingChange damaged = HoldingChange.of(IN, PATH, found(), known -> {
            decidedBy.add(known);
            return new HoldingChange.After(known.in(HoldingState.DAMAGED, LATER), List.of());
        });
        open.catalog.holdings().change(List.of(change(found(), again), damaged)).join();
        assertThat(decidedBy).last().isEqualTo(again);
        assertFound(again.in(HoldingState.DAMAGED, LATER));
    }

    @Test
    void aDigestThatAListSaidMeanwhileIsNotLost() {
        Holding first = holding(HoldingState.VERIFIED, 7, KNOWN, evidence(KNOWN));
        open.catalog.holdings().put(List.of(first)).join();
        Holding read = found();
        HoldingDigest listed = digest(DigestOrigin.LISTED, LATER);
        List<HoldingDigest> joined = new ArrayList<>(read.digests());
        joined.add(listed);
        open.catalog.holdings().change(List.of(change(read, read.with(joined)))).join();

        HoldingChange.Rule moves = known -> new HoldingChange.After(known.in(HoldingState.DAMAGED, LATER), List.of());
        open.catalog
                .holdings()
                .change(List.of(HoldingChange.of(IN, PATH, read, moves)))
                .join();
        assertThat(found().state()).isEqualTo(HoldingState.DAMAGED);
        assertThat(found().digests()).contains(listed);
    }
}
