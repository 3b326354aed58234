package org.bdm.server.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.s3.MemoryBucket;
import org.bdm.core.s3.S3Refusal;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.removal.PurgeState;
import org.bdm.server.testkit.TestSite;
import org.junit.jupiter.api.Test;

/** Mirror jobs into a bucket: what the source no longer has is deleted by a plan that a person has counted. */
class MirrorOfBucketTest extends MirrorScene {
    private final MemoryBucket bucket = new MemoryBucket(new TurnedClock());

    @Override
    TestSite site() {
        return new TestSite(directory, new ObjectStore(bucket, "", true));
    }

    @Override
    void put(StorePath path, int size, Instant modified) {
        bucket.foreign(path.shown(), new byte[size]);
    }

    private PurgePlan planned(String... names) {
        TestSite.Options options = mirroring();
        options.onConflict = ConflictPolicy.OVERWRITE;
        return planned(mirrored(options, tree(List.of(names)), JobState.SUCCEEDED));
    }

    private PurgePlan plannedAfter() {
        TestSite.Options options = mirroring();
        options.onConflict = ConflictPolicy.OVERWRITE;
        mirrored(options, tree(List.of("a.nc", "b.nc", "c.nc", "d/e.nc", "f.nc")), JobState.SUCCEEDED);
        return planned("a.nc", "c.nc", "f.nc");
    }

    private PurgePlan counted(PurgePlan plan) {
        Durable.await(purging.apply(plan.number(), "bob", plan.amount().files()));
        return when(plan, PurgeState.APPLIED);
    }

    @Test
    void whatTheSourceNoLongerHasIsDeletedOnceItWasCounted() {
        PurgePlan plan = plannedAfter();
        assertThat(outcomes(plan).keySet()).containsExactly("b.nc", "d/e.nc");
        assertThat(plan.note()).contains("is a bucket", "without a quarantine");
        assertRefused(
                ErrorCode.INVALID_REQUEST,
                "--confirm-count 2",
                () -> Durable.await(purging.apply(plan.number(), "bob", null)));
        assertThat(bucket.keys()).hasSize(5);
        PurgePlan ended = counted(plan);
        assertThat(outcomes(ended).values()).containsOnly(PurgeOutcome.REMOVED);
        assertThat(ended.quarantined().files()).isZero();
        assertThat(bucket.keys()).containsExactly("tree/a.nc", "tree/c.nc", "tree/f.nc");
        assertRefused(ErrorCode.ILLEGAL_STATE, "no quarantine", () -> Durable.await(purging.restore(ended.number())));
    }

    @Test
    void anObjectThatCameSinceStays() {
        PurgePlan plan = plannedAfter();
        bucket.foreign("tree/b.nc", new byte[] {7});
        PurgePlan ended = counted(plan);
        assertThat(outcomes(ended))
                .containsEntry("b.nc", PurgeOutcome.KEPT)
                .containsEntry("d/e.nc", PurgeOutcome.REMOVED);
        assertThat(bucket.content("tree/b.nc")).containsExactly(7);
    }

    @Test
    void whatAStoreRefusesToAllKeepsNoFileAndThePlanContinues() {
        PurgePlan plan = plannedAfter();
        bucket.refuses(
                call -> call.startsWith("head tree/"), new S3Refusal(400, "ExpiredToken", "the token has expired"));
        Durable.await(purging.apply(plan.number(), "bob", plan.amount().files()));
        await().until(() -> bucket.calls().contains("head tree/b.nc"));
        assertThat(outcomes(plan).values()).containsOnly(PurgeOutcome.PENDING);
        bucket.refusesAll(null);
        await().until(() -> {
            purging.look();
            return site.catalog.purges().find(plan.number()).orElseThrow().state() == PurgeState.APPLIED;
        });
        assertThat(outcomes(plan).values()).containsOnly(PurgeOutcome.REMOVED);
    }

    @Test
    void whatALaterJobListedStays() {
        PurgePlan plan = plannedAfter();
        TestSite.Options options = new TestSite.Options();
        site.clock.turn(Duration.ofSeconds(1));
        mirrored(options, tree(List.of("b.nc")), JobState.SUCCEEDED);
        PurgePlan ended = counted(plan);
        assertThat(outcomes(ended)).containsEntry("b.nc", PurgeOutcome.KEPT);
        assertThat(bucket.keys()).contains("tree/b.nc").doesNotContain("tree/d/e.nc");
    }

    @Test
    void aMirrorThatKeepsWhatItReplacesIsRefused() {
        TestSite.Options options = mirroring();
        options.onConflict = ConflictPolicy.UPDATE;
        site.sources.show("a", tree(List.of("a.nc")));
        assertThat(site.ended(site.submitTree(options)).state()).isEqualTo(JobState.FAILED);
        assertThat(bucket.keys()).isEmpty();
    }
}
