package org.bdm.server.catalog.holding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.sha256;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.NodeId;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.db.LeaseClock;
import org.bdm.server.catalog.db.ServingNode;
import org.junit.jupiter.api.Test;

/** Two nodes of a site write what they found of the same files at the same moment: only PostgreSQL has two. */
class HoldingsOfTwoNodesContractTest {
    private static final ExportName IN = new ExportName("in");
    private static final int FILES = 300;
    private static final int ROUNDS = 60;
    private static final List<HoldingState> STATES =
            List.of(HoldingState.VERIFIED, HoldingState.CHANGED, HoldingState.DAMAGED, HoldingState.DISPUTED);

    private static Holding random(int file, Random random) {
        Instant checked = random.nextInt(20) == 0 ? null : Instant.ofEpochMilli(1 + random.nextInt(1_000_000));
        HoldingState state = STATES.get(random.nextInt(STATES.size()));
        HoldingDigest digest = new HoldingDigest(sha256("x" + random.nextInt(3)), DigestOrigin.READBACK, Instant.EPOCH);
        return new Holding(
                IN,
                StorePath.ofUtf8("d/" + file),
                "CMIP6.CMIP.X.M.historical.r1i1p1f1.Amon.tas.gn.v20200101",
                1,
                Instant.EPOCH,
                state,
                Instant.EPOCH,
                List.of(digest),
                7,
                checked,
                null);
    }

    private static CompletableFuture<Void> writing(Catalog catalog, long seed) {
        return CompletableFuture.runAsync(() -> {
            Random random = new Random(seed);
            for (int round = 0; round < ROUNDS; round++) {
                List<Integer> files =
                        new ArrayList<>(IntStream.range(0, FILES).boxed().toList());
                Collections.shuffle(files, random);
                catalog.holdings()
                        .put(files.stream()
                                .limit(1 + random.nextInt(40))
                                .map(file -> random(file, random))
                                .toList())
                        .join();
            }
        });
    }

    private static CatalogSettings settings(ServingNode node, OpenCatalog open) {
        return new CatalogSettings(
                node, true, open.clock, LeaseClock.ofDatabase(), CatalogSettings.PATIENCE, open.fatal::add);
    }

    @Test
    void whatBothWriteIsFoundAsItIs() {
        ServingNode second = new ServingNode(new NodeId("b".repeat(64)), OpenCatalog.NODE, "another process");
        try (OpenCatalog open = OpenCatalog.at(TestDatabase.POSTGRESQL.prepared());
                Catalog other = Catalog.open(open.location, settings(second, open))) {
            Random random = new Random(1);
            open.catalog
                    .holdings()
                    .put(IntStream.range(0, FILES)
                            .mapToObj(file -> random(file, random))
                            .toList())
                    .join();

            CompletableFuture.allOf(writing(open.catalog, 2), writing(other, 3)).join();

            for (HoldingState state : STATES.subList(1, STATES.size())) {
                long files = open.database()
                        .read(sql -> sql.number("SELECT COUNT(*) FROM holding WHERE state = ?", state.code()));
                assertThat(open.catalog
                                .scrubs()
                                .exceptional(state)
                                .orElseThrow()
                                .files())
                        .isEqualTo(files);
            }
            HoldingSideTablesCheck.of(open);
        }
    }
}
