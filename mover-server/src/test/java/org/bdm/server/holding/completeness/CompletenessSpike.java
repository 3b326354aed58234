package org.bdm.server.holding.completeness;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.holding.survey.HeldTree;
import org.bdm.server.holding.survey.PublishedDataset;

/** Measures the matrix of 5,000 datasets, 10 files each, at this site and three nodes, on H2: docs/holdings.md has the figures. */
final class CompletenessSpike {
    private static final int DATASETS = 5_000;
    private static final int FILES = 10;

    private CompletenessSpike() {}

    public static void main(String[] args) throws Exception {
        Path home = Files.createDirectories(Path.of(args[0]));
        List<String> ids = IntStream.range(0, DATASETS)
                .mapToObj(i -> "CMIP6.CMIP.INST.MODEL.historical.r" + i + "i1p1f1.Amon.tas.gn.v20200101")
                .toList();
        List<String> names =
                IntStream.range(0, FILES).mapToObj(i -> "tas_Amon_" + i + ".nc").toList();
        try (HeldTree tree = new HeldTree(home)) {
            fill(tree, ids, names);
            Completeness completeness = new Completeness(tree.catalog, new SiteName("here"), () -> Set.of(HeldTree.IN));
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            for (int run = 0; run < 10; run++) {
                long began = System.nanoTime();
                long cpuBegan = threads.getCurrentThreadCpuTime();
                CompletenessMatrix matrix = completeness.of(ids);
                long millis = (System.nanoTime() - began) / 1_000_000;
                long cpuMillis = (threads.getCurrentThreadCpuTime() - cpuBegan) / 1_000_000;
                System.out.println(matrix.rows().size() + " x " + matrix.sites().size() + ": " + millis + " ms, "
                        + cpuMillis + " ms of a processor");
            }
        }
    }

    private static void fill(HeldTree tree, List<String> ids, List<String> names) {
        CompletableFuture<?> last = CompletableFuture.completedFuture(null);
        Instant now = Instant.parse("2026-11-20T10:00:00Z");
        for (int i = 0; i < ids.size(); i++) {
            String id = ids.get(i);
            PublishedDataset published =
                    new PublishedDataset(id, names).at("a.org", FILES).at("b.org", i % 3 == 0 ? 5 : FILES);
            if (i % 10 != 0) published.at("c.org", FILES);
            last = tree.catalog.replicaSets().put(published.set(), Map.of());
            if (i % 7 == 0) continue;
            List<Holding> held = new ArrayList<>();
            for (String name : names) {
                HoldingDigest digest = new HoldingDigest(PublishedDataset.sha256(name), DigestOrigin.PUBLISHED, now);
                held.add(new Holding(
                        HeldTree.IN,
                        StorePath.ofUtf8(id.replace('.', '/') + "/" + name),
                        id,
                        10,
                        now,
                        HoldingState.VERIFIED,
                        now,
                        List.of(digest),
                        0,
                        null,
                        null));
            }
            last = tree.catalog.holdings().put(held);
        }
        last.join();
    }
}
