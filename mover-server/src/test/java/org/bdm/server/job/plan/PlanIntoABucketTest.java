package org.bdm.server.job.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.bdm.core.destination.object.Manner;
import org.bdm.core.destination.object.StoreManners;
import org.bdm.core.id.ExportName;
import org.bdm.core.s3.MemoryBucket;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.job.estimate.KnownHistory;
import org.bdm.server.testkit.TestSite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanIntoABucketTest {
    private static final ExportName OUT = new ExportName("out");

    @TempDir
    private Path directory;

    private static PlannedWork work(TestSite site) {
        return new PlannedWork(
                new KnownHistory(site.catalog.transferHistory(), site.clock),
                new OtherJobs(site.catalog, site.live),
                site.catalog.nodeHistories(),
                new PlannedWork.Options(false, 0));
    }

    @Test
    void planSaysThatTwoWritersAreNotKeptApartOnceTheStoreWasAsked() {
        try (TestSite site = new TestSite(directory)) {
            ObjectStore store = new ObjectStore(new MemoryBucket(site.clock), "", true);
            assertThat(work(site).note(OUT, store)).contains("is a bucket").doesNotContain("Not atomic");
            StoreManners manners = new StoreManners(Set.of(Manner.PUT_REFUSES_EXISTING));
            Durable.await(site.catalog.storeManners().put(store.bucket().shown(), manners));
            assertThat(work(site).note(OUT, store)).contains("is a bucket").contains("Not atomic here");
        }
    }

    @Test
    void planIntoADirectorySaysNothingOfIt() {
        try (TestSite site = new TestSite(directory)) {
            assertThat(work(site).note(OUT, new MemoryStore())).isNull();
        }
    }
}
