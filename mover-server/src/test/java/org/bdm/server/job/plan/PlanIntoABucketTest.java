package org.bdm.server.job.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bdm.core.control.plan.PlanView;
import org.bdm.core.destination.object.Manner;
import org.bdm.core.destination.object.StoreManners;
import org.bdm.core.id.ExportName;
import org.bdm.core.s3.MemoryBucket;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.settings.JobSettings.SymbolicLinks;
import org.bdm.server.catalog.settings.JobSettings.SyncLevel;
import org.bdm.server.catalog.settings.JobSettingsBuilder;
import org.bdm.server.holding.record.HoldingsInDoubt;
import org.bdm.server.job.estimate.KnownHistory;
import org.bdm.server.look.Trees;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.testkit.TestSite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanIntoABucketTest {
    private static final ExportName OUT = new ExportName("out");

    /** Listed files lie in no tree of a site. */
    private static final Trees NO_TREES = null;

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

    private static DryRun run(TestSite site, ObjectStore store, int files) {
        LocalExports exports = new LocalExports(List.of(new LocalExports.Export(OUT, "s3://x/b", store)));
        List<SubmittedItem> items = new ArrayList<>();
        for (int file = 1; file <= files; file++)
            items.add(new SubmittedItem(
                    "https://node.example/d/" + file + ".nc", "bdm://b/out/d/" + file + ".nc", false, 3, List.of()));
        JobSettings settings = JobSettingsBuilder.builder()
                .syncLevel(SyncLevel.MTIME)
                .onConflict(ConflictPolicy.SKIP)
                .symlinks(SymbolicLinks.KEEP)
                .include(List.of())
                .exclude(List.of())
                .build();
        HoldingsInDoubt doubts = new HoldingsInDoubt(site.catalog);
        return new DryRun(NO_TREES, exports, items, settings, doubts, work(site), site.clock);
    }

    @Test
    void filesOfADirectoryCostOneQuestion() {
        try (TestSite site = new TestSite(directory)) {
            MemoryBucket bucket = new MemoryBucket(site.clock);
            bucket.foreign("d/1.nc", new byte[] {1, 2, 3});
            DryRun run = run(site, new ObjectStore(bucket, "", true), 5);
            run.run();
            PlanView view = run.view("p");
            assertThat(view.state()).isEqualTo("DONE");
            assertThat(view.files()).isEqualTo(5);
            assertThat(bucket.calls()).containsExactly("list");
        }
    }

    @Test
    void storeThatDoesNotAnswerEndsThePlan() {
        try (TestSite site = new TestSite(directory)) {
            MemoryBucket bucket = new MemoryBucket(site.clock);
            bucket.diesAt(1, false);
            DryRun run = run(site, new ObjectStore(bucket, "", true), 5);
            run.run();
            PlanView view = run.view("p");
            assertThat(view.state()).isEqualTo("FAILED");
            assertThat(view.problem().code()).isEqualTo("CONNECTION_LOST");
            assertThat(view.errors()).isEmpty();
            assertThat(bucket.calls()).hasSize(1);
        }
    }

    @Test
    void planIntoADirectorySaysNothingOfIt() {
        try (TestSite site = new TestSite(directory)) {
            assertThat(work(site).note(OUT, new MemoryStore())).isNull();
        }
    }
}
