package org.bdm.server.catalog.holding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.sha256;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Holdings of files that go into the quarantine with a plan, and come back or do not. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class QuarantinedHoldingsContractTest {
    private static final ExportName IN = new ExportName("in");
    private static final String DATASET = "CMIP6.CMIP.X.M.historical.r1i1p1f1.Amon.tas.gn.v20200101";
    private static final Instant KNOWN = Instant.parse("2026-11-20T10:00:00.123Z");
    private static final StorePath PATH = StorePath.ofUtf8("d/tas.nc");
    private static final long PLAN = 7;
    private static final long FILE = 3;

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

    private Holding put(HoldingState state, String content) {
        List<HoldingDigest> digests = List.of(
                new HoldingDigest(sha256(content), DigestOrigin.LISTED, KNOWN),
                new HoldingDigest(sha256(content), DigestOrigin.STREAM, KNOWN));
        Holding holding = new Holding(IN, PATH, DATASET, 1, KNOWN, state, KNOWN, digests, 7, KNOWN, null);
        open.catalog.holdings().put(List.of(holding)).join();
        return holding;
    }

    private void inPlan(Consumer<KeptHoldings.OfPlan> change) {
        open.committer()
                .submit(1, work -> {
                    KeptHoldings.OfPlan holdings = new KeptHoldings.OfPlan(work, PLAN);
                    change.accept(holdings);
                    holdings.end();
                    return null;
                })
                .join();
    }

    private Map<StorePath, Holding> found() {
        return open.catalog.holdings().find(IN, List.of(PATH));
    }

    private Map<Checksum, List<Holding>> withBytesOf(String content) {
        return open.catalog.holdings().withDigests(List.of(sha256(content)), 10);
    }

    @Test
    void whatIsTakenIsFoundNowhereUntilItIsBackAsItWas() {
        Holding holding = put(HoldingState.CHANGED, "x");

        inPlan(plan -> plan.take(FILE, IN, PATH));

        assertThat(found()).isEmpty();
        assertThat(withBytesOf("x")).isEmpty();
        assertThat(open.catalog.scrubs().exceptional(HoldingState.CHANGED)).isEmpty();
        HoldingSideTablesCheck.of(open);

        inPlan(plan -> plan.bringBack(FILE));

        assertThat(found()).containsValue(holding);
        assertThat(withBytesOf("x")).containsOnlyKeys(sha256("x"));
        assertThat(open.catalog.scrubs().exceptional(HoldingState.CHANGED)).isPresent();
    }

    @Test
    void whatComesBackTakesThePlaceOfWhatIsKnownMeanwhile() {
        Holding holding = put(HoldingState.VERIFIED, "x");
        inPlan(plan -> plan.take(FILE, IN, PATH));
        put(HoldingState.DAMAGED, "y");

        inPlan(plan -> plan.bringBack(FILE));

        assertThat(found()).containsValue(holding);
        assertThat(withBytesOf("y")).isEmpty();
        assertThat(open.catalog.scrubs().exceptional(HoldingState.DAMAGED)).isEmpty();
    }

    @Test
    void whatIsForgottenDoesNotComeBack() {
        put(HoldingState.VERIFIED, "x");
        inPlan(plan -> plan.take(FILE, IN, PATH));

        inPlan(plan -> plan.forget(FILE));
        inPlan(plan -> plan.bringBack(FILE));

        assertThat(found()).isEmpty();
    }
}
