package org.bdm.server.job.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bdm.core.destination.object.Manner;
import org.bdm.core.destination.object.StoreManners;
import org.bdm.core.destination.object.StoreWait;
import org.bdm.core.destination.object.UploadNote;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.s3.Bucket;
import org.bdm.core.s3.BucketQuirk;
import org.bdm.core.s3.MemoryBucket;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.WritableStore;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.testkit.TestSite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BucketDestinationsTest {
    private static final ExportName OUT = new ExportName("out");

    @TempDir
    private Path directory;

    private BucketDestinations buckets(TestSite site, ObjectStore store) {
        LocalExports exports = new LocalExports(List.of(new LocalExports.Export(OUT, "s3://x/b", store)));
        MemoryStore journals = new MemoryStore();
        StoreWait waiting = new StoreWait(site.clock, site.clock::turn);
        return new BucketDestinations(site.catalog, exports, () -> journals, waiting, () -> "1");
    }

    @Test
    void storeIsAskedForItsMannersOnceAndByOneProcess() {
        try (TestSite site = new TestSite(directory)) {
            MemoryBucket bucket = new MemoryBucket(site.clock);
            bucket.has(BucketQuirk.COMPLETE_IGNORES_CONDITION);
            ObjectStore store = new ObjectStore(bucket, "tree", true);
            StoreManners asked = buckets(site, store).manners(store);
            assertThat(asked.held()).doesNotContain(Manner.COMPLETE_REFUSES_EXISTING);
            assertThat(bucket.calls()).allMatch(call -> call.contains(" tree/.bdm/asked-1/"));
            int calls = bucket.calls().size();
            assertThat(buckets(site, store).manners(store)).isEqualTo(asked);
            assertThat(bucket.calls()).hasSize(calls);
            assertThat(BucketLimits.note(OUT, asked)).contains("Not atomic here");
        }
    }

    /** The same bucket at another address. */
    private static Bucket at(String address, Bucket bucket) {
        return (Bucket) Proxy.newProxyInstance(
                Bucket.class.getClassLoader(), new Class<?>[] {Bucket.class}, (proxy, method, args) -> {
                    try {
                        return method.getName().equals("shown") ? address : method.invoke(bucket, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void storeThatIsBeingAskedDoesNotDelayAnotherOne() throws Exception {
        try (TestSite site = new TestSite(directory)) {
            CountDownLatch isAsked = new CountDownLatch(1);
            CompletableFuture<String> key = new CompletableFuture<>();
            BucketDestinations buckets = new BucketDestinations(
                    site.catalog,
                    new LocalExports(List.of()),
                    MemoryStore::new,
                    new StoreWait(site.clock, site.clock::turn),
                    () -> {
                        isAsked.countDown();
                        return key.join();
                    });
            MemoryBucket bucket = new MemoryBucket(site.clock);
            CompletableFuture<StoreManners> slow = CompletableFuture.supplyAsync(
                    () -> buckets.manners(new ObjectStore(at("slow", bucket), "tree", true)));
            isAsked.await();
            StoreManners known = new StoreManners(Set.of(Manner.ETAG_IS_MD5));
            site.catalog
                    .storeManners()
                    .put("other", known)
                    .toCompletableFuture()
                    .get(10, TimeUnit.SECONDS);
            CompletableFuture<StoreManners> other = CompletableFuture.supplyAsync(
                    () -> buckets.manners(new ObjectStore(at("other", bucket), "tree", true)));
            try {
                assertThat(other.get(10, TimeUnit.SECONDS)).isEqualTo(known);
            } finally {
                key.complete("1");
            }
            assertThat(slow.get(10, TimeUnit.SECONDS).held()).isNotEmpty();
        }
    }

    private static UploadNote upload(TestSite site, MemoryBucket bucket, JobId job) throws Exception {
        String key = "tree/" + job;
        String id = bucket.begin(key, Map.of());
        byte[] part = {1, 2, 3};
        byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(part);
        bucket.putPart(key, id, 1, ByteBuffer.wrap(part), sha256);
        UploadNote note = new UploadNote("out", job, new FileId(job.number() << 32 | 1), key, id, 10, 3, false);
        site.catalog.uploads().begun(note);
        return note;
    }

    @Test
    void onlyUploadsOfEndedJobsAreGivenUp() throws Exception {
        try (TestSite site = new TestSite(directory)) {
            site.sources.show("a", new org.bdm.server.testkit.TestTree());
            MemoryBucket bucket = new MemoryBucket(site.clock);
            ObjectStore store = new ObjectStore(bucket, "tree", true);
            JobId queued = site.submitTree();
            JobId cancelled = site.submitTree();
            site.catalog.jobs().end(cancelled, JobState.CANCELLED, null, "{}").join();
            UploadNote kept = upload(site, bucket, queued);
            upload(site, bucket, cancelled);
            bucket.foreign("elsewhere", new byte[3]);
            String foreign = bucket.begin("elsewhere", Map.of());

            buckets(site, store).discardOfEndedJobs();

            assertThat(bucket.uploadsOpen()).containsExactlyInAnyOrder(kept.upload(), foreign);
            assertThat(site.catalog.uploads().of("out", cancelled)).isEmpty();
            assertThat(site.catalog.uploads().of("out", queued)).containsExactly(kept);
        }
    }

    /** Journals that note each area that is asked for. */
    private static WritableStore noting(MemoryStore journals, List<Object> areas) {
        return (WritableStore) Proxy.newProxyInstance(
                WritableStore.class.getClassLoader(), new Class<?>[] {WritableStore.class}, (proxy, method, args) -> {
                    if (method.getName().equals("workArea")) areas.add(args[0]);
                    return method.invoke(journals, args);
                });
    }

    @Test
    void onlyAJobWithJournalsHasSomethingToGiveUp() throws Exception {
        try (TestSite site = new TestSite(directory)) {
            site.sources.show("a", new org.bdm.server.testkit.TestTree());
            MemoryBucket bucket = new MemoryBucket(site.clock);
            ObjectStore store = new ObjectStore(bucket, "tree", true);
            LocalExports exports = new LocalExports(List.of(new LocalExports.Export(OUT, "s3://x/b", store)));
            MemoryStore journals = new MemoryStore();
            List<Object> areas = new ArrayList<>();
            WritableStore noted = noting(journals, areas);
            StoreWait waiting = new StoreWait(site.clock, site.clock::turn);
            var buckets = new BucketDestinations(site.catalog, exports, () -> noted, waiting, () -> "1");
            JobId elsewhere = site.submitTree();
            JobId intoBucket = site.submitTree();
            journals.workArea(intoBucket);
            upload(site, bucket, intoBucket);

            buckets.discard(elsewhere);
            assertThat(areas).isEmpty();
            buckets.discard(intoBucket);
            assertThat(areas).containsExactly(intoBucket);
            assertThat(journals.workAreas()).isEmpty();
            assertThat(bucket.uploadsOpen()).isEmpty();
        }
    }

    @Test
    void whatNeedsADirectoryIsRefusedByASentence() {
        assertThatThrownBy(() -> BucketLimits.refuse(ConflictPolicy.UPDATE, OUT))
                .isInstanceOfSatisfying(MoverException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED);
                    assertThat(e.detail()).contains("no quarantine", "--on-conflict skip");
                });
        try (TestSite site = new TestSite(directory)) {
            ObjectStore store = new ObjectStore(new MemoryBucket(site.clock), "", true);
            LocalExports exports = new LocalExports(List.of(new LocalExports.Export(OUT, "s3://x/b", store)));
            assertThat(exports.receiving(OUT)).isSameAs(store);
            assertThatThrownBy(() -> exports.writable(OUT))
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED));
        }
    }
}
