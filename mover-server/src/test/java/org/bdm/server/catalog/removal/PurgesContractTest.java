package org.bdm.server.catalog.removal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.sha256;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingSideTablesCheck;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.holding.KeptHoldings.KeptHolding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class PurgesContractTest {
    private static final ExportName IN = new ExportName("in");
    private static final String DATASET = "CMIP6.a.b.v1";
    private static final Instant MODIFIED = Instant.parse("2019-01-01T00:00:00.123456789Z");
    private static final PurgeDataset OF = new PurgeDataset(
            1, DATASET, HoldingState.SUPERSEDED, "why", "CMIP6.a.b.v2", 3, 2, DigestOrigin.READ, "a.org", 0, 0);

    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
        List<HoldingDigest> digests =
                List.of(new HoldingDigest(sha256("x"), DigestOrigin.READ, Instant.parse("2026-01-01T00:00:00Z")));
        for (String name : List.of("a.nc", "b.nc")) {
            open.catalog
                    .holdings()
                    .put(List.of(new Holding(
                            IN,
                            StorePath.ofUtf8("x/" + name),
                            DATASET,
                            10,
                            MODIFIED,
                            HoldingState.SUPERSEDED,
                            MODIFIED,
                            digests,
                            0,
                            null,
                            null)))
                    .join();
        }
    }

    @AfterEach
    void close() {
        HoldingSideTablesCheck.of(open);
        open.close();
    }

    private static PurgeFile file(long number, String name) {
        return new PurgeFile(number, 1, IN, StorePath.ofUtf8("x/" + name), 10, MODIFIED, PurgeOutcome.PENDING, "", 0);
    }

    private PurgePlan begun() {
        return open.catalog
                .purges()
                .begin("ann", "all", true, Duration.ofDays(7), 2)
                .join();
    }

    @Test
    void aPlanIsKeptWithItsFilesAndWhatBecameOfThem() {
        PurgePlan plan = begun();
        open.catalog.purges().add(plan.number(), OF, List.of(file(1, "a.nc"))).join();
        open.catalog.purges().add(plan.number(), OF, List.of(file(2, "b.nc"))).join();
        open.catalog.purges().made(plan.number(), null).join();
        open.reopen();
        PurgePlan made = open.catalog.purges().find(plan.number()).orElseThrow();
        assertThat(made.state()).isEqualTo(PurgeState.OPEN);
        assertThat(made.amount()).isEqualTo(new PurgePlan.Amount(1, 2, 20));
        assertThat(made.withoutSuccessor()).isTrue();
        assertThat(open.catalog.purges().datasets(plan.number(), 0, 10))
                .containsExactly(new PurgeDataset(
                        1,
                        DATASET,
                        HoldingState.SUPERSEDED,
                        "why",
                        "CMIP6.a.b.v2",
                        3,
                        2,
                        DigestOrigin.READ,
                        "a.org",
                        2,
                        20));
        assertThat(open.catalog.purges().files(plan.number(), 0, 1)).containsExactly(file(1, "a.nc"));
        assertThat(open.catalog.purges().files(plan.number(), 1, 9)).containsExactly(file(2, "b.nc"));
        assertThat(open.catalog.purges().isProposed(DATASET)).isTrue();

        open.catalog.purges().apply(plan.number(), "bob", OptionalLong.empty()).join();
        open.catalog
                .purges()
                .settle(
                        plan.number(),
                        List.of(
                                file(1, "a.nc").ended(PurgeOutcome.REMOVED, ""),
                                file(2, "b.nc").ended(PurgeOutcome.KEPT, "changed")))
                .join();
        PurgePlan applied = open.catalog.purges().applied(plan.number()).join();
        assertThat(applied.state()).isEqualTo(PurgeState.APPLIED);
        assertThat(applied.application())
                .extracting(
                        PurgePlan.Application::by,
                        PurgePlan.Application::removedFiles,
                        PurgePlan.Application::removedBytes,
                        PurgePlan.Application::keptFiles)
                .containsExactly("bob", 1L, 10L, 1L);
        assertThat(open.catalog.holdings().find(IN, List.of(StorePath.ofUtf8("x/a.nc"), StorePath.ofUtf8("x/b.nc"))))
                .containsOnlyKeys(StorePath.ofUtf8("x/b.nc"));
        assertThat(open.catalog.purges().page(null, 1).rows()).containsExactly(applied);
        assertThat(open.catalog.purges().isProposed(DATASET)).isFalse();
    }

    @Test
    void anExpiredPlanProposesNothing() {
        PurgePlan plan = begun();
        open.catalog.purges().add(plan.number(), OF, List.of(file(1, "a.nc"))).join();
        open.catalog.purges().made(plan.number(), null).join();
        open.clock.turn(Duration.ofDays(8));
        assertThat(open.catalog.purges().isProposed(DATASET)).isFalse();
        assertThat(open.catalog.purges().inState(PurgeState.OPEN, 10)).hasSize(1);
    }

    @Test
    void whatIsInQuarantineIsKnownByPlaceAndDatasetUntilItIsReleased() {
        StorePath path = StorePath.ofUtf8("x/a.nc");
        KeptHolding kept = open.catalog
                .keptHoldings()
                .keep(IN, List.of(path, StorePath.ofUtf8("x/never.nc")))
                .join()
                .get(0);
        open.catalog.keptHoldings().keep(IN, List.of(path)).join();
        assertThat(kept.keptAs()).isEqualTo("holding-" + kept.number());
        assertThat(kept.holding().path()).isEqualTo(path);
        assertThat(open.catalog.keptHoldings().find(IN, List.of(path))).containsOnlyKeys(path);
        assertThat(open.catalog.keptHoldings().ofDataset(kept.dataset(), 0, 10)).hasSize(1);
        assertThat(open.catalog.keptHoldings().after(kept.number(), 10)).isEmpty();
        open.catalog.keptHoldings().release(List.of(kept.number())).join();
        assertThat(open.catalog.keptHoldings().after(0, 10)).isEmpty();
        open.catalog.keptHoldings().keep(IN, List.of(path)).join();
        open.catalog.holdings().forget(IN, List.of(path)).join();
        assertThat(open.catalog.keptHoldings().after(0, 10))
                .as("forgotten with the holding")
                .isEmpty();
    }
}
