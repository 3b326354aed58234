package org.bdm.server.catalog.holding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.sha256;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.holding.HeldRangeDigests.HeldRanges;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class HeldRangeDigestsContractTest {
    private static final ExportName IN = new ExportName("in");
    private static final Instant KNOWN = Instant.parse("2026-11-01T10:00:00.123Z");
    private static final StorePath FILE = StorePath.ofUtf8("d/tas.nc");

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

    private static RangeDigests ranges(int count, long seed) {
        byte[] values = new byte[4 * count];
        new Random(seed).nextBytes(values);
        return RangeDigests.of(count * RangeDigests.RANGE_BYTES_MIN - 1, RangeDigests.RANGE_BYTES_MIN, values);
    }

    private Holding hold(StorePath path, String digestOf) {
        HoldingDigest digest = new HoldingDigest(sha256(digestOf), DigestOrigin.STREAM, KNOWN);
        Holding holding =
                new Holding(IN, path, null, 10, KNOWN, HoldingState.VERIFIED, KNOWN, List.of(digest), 7, KNOWN, null);
        open.catalog.holdings().put(List.of(holding)).join();
        return holding;
    }

    private void put(StorePath path, String digestOf, RangeDigests ranges) {
        HeldRanges held = new HeldRanges(IN, path, sha256(digestOf), ranges);
        open.catalog.heldRanges().put(List.of(held)).join();
    }

    @Test
    void rangesOfALargestFileAreKeptWithTheirHolding() {
        Holding holding = hold(FILE, "right");
        Holding other = hold(StorePath.ofUtf8("d/pr.nc"), "right");
        RangeDigests ranges = ranges(RangeDigests.RANGES_MAX, 1);
        put(FILE, "right", ranges);

        assertThat(open.catalog.heldRanges().of(holding)).contains(ranges);
        assertThat(open.catalog.heldRanges().of(other)).isEmpty();
        assertThat(open.catalog.heldRanges().find(IN, List.of(FILE, other.path())))
                .containsOnlyKeys(FILE)
                .containsEntry(FILE, new HeldRanges(IN, FILE, sha256("right"), ranges));
    }

    @Test
    void theyAreOfNoUseForAHoldingThatHasAnotherDigest() {
        hold(FILE, "right");
        put(FILE, "right", ranges(3, 1));
        Holding replaced = hold(FILE, "another file");

        assertThat(open.catalog.heldRanges().of(replaced)).isEmpty();
        put(FILE, "another file", ranges(5, 2));
        assertThat(open.catalog.heldRanges().of(replaced)).contains(ranges(5, 2));
    }

    @Test
    void rangesOfBytesThatAreNoLongerHeldDoNotDisplaceThoseThatAre() {
        Holding replaced = hold(FILE, "another file");
        put(FILE, "another file", ranges(5, 2));
        put(FILE, "right", ranges(3, 1)); // read before it was replaced, written later
        assertThat(open.catalog.heldRanges().of(replaced)).contains(ranges(5, 2));
    }

    @Test
    void rangesOfAFileThatIsNotHeldArePassedOverAndThoseOfAForgottenOneGoWithIt() {
        put(FILE, "right", ranges(3, 1));
        assertThat(open.catalog.heldRanges().find(IN, List.of(FILE))).isEmpty();

        hold(FILE, "right");
        put(FILE, "right", ranges(3, 1));
        open.catalog.holdings().forget(IN, List.of(FILE)).join();
        Holding again = hold(FILE, "right");
        assertThat(open.catalog.heldRanges().of(again)).isEmpty();
    }
}
