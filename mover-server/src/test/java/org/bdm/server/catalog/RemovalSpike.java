package org.bdm.server.catalog;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.Cursor;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.file.FileEffort;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.OutcomeRecord;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.JobState;

/**
 * Measures the removal of a job of a million files, in steps and (on PostgreSQL) with its partition, while another thread leases chunks,
 * records outcomes and reads pages of job 1: a part of {@link CatalogSpike}.
 */
final class RemovalSpike {
    private static final int FILES = 1_000_000;
    private static final int PAGE_FILES = 1_000;
    private static final int SHORT_JOBS = 37;
    private static final PrintStream OUT = System.out;
    private static final JobId BUSY = new JobId(1);

    private final Catalog catalog;
    private final List<Long> leases = new ArrayList<>(); // of the other thread, while it runs
    private final List<Long> outcomes = new ArrayList<>();
    private final List<Long> pages = new ArrayList<>();

    RemovalSpike(Catalog catalog) {
        this.catalog = catalog;
    }

    void run() {
        JobId stepwise = endedJob();
        List<JobId> others = shortJobs();
        JobId droppable = endedJob();
        others.addAll(shortJobs());
        for (JobId other : others) catalog.fileRemovals().begin(other, true).join();
        measure("nothing is removed", () -> sleep(5_000));
        measure("a job of a million files goes in steps", () -> {
            catalog.fileRemovals().begin(stepwise, true).join();
            catalog.fileRemovals().remove(stepwise, () -> false);
        });
        measure("a job of a million files goes with its partition, if there are partitions", () -> {
            catalog.fileRemovals().begin(droppable, true).join();
            int dropped = catalog.filePartitions().dropRemoved();
            OUT.println("  partitions dropped: " + dropped);
            catalog.fileRemovals().remove(droppable, () -> false);
        });
    }

    /** Before and behind a long job, so that its range is a short one and all numbers in it are given. */
    private List<JobId> shortJobs() {
        List<JobId> made = new ArrayList<>();
        for (int i = 0; i < SHORT_JOBS; i++) {
            JobId job = catalog.submissions()
                    .submit(Samples.request("ann", 3), List.of(Samples.item("x")), null)
                    .join()
                    .job();
            catalog.jobs().end(job, JobState.CANCELLED, null, "{}").join();
            catalog.filePartitions().prepare();
            made.add(job);
        }
        return made;
    }

    private JobId endedJob() {
        long before = System.nanoTime();
        JobId job = CatalogSpike.list(catalog, FILES);
        for (Optional<ChunkLease> lease = lease(job); lease.isPresent(); lease = lease(job)) record(lease.get());
        catalog.jobs().end(job, JobState.SUCCEEDED, null, "{}").join();
        OUT.printf("%s listed and recorded in %.1f s%n", job, CatalogSpike.seconds(before));
        return job;
    }

    private Optional<ChunkLease> lease(JobId job) {
        return catalog.chunks().leaseOf(job, Duration.ofHours(1));
    }

    private void record(ChunkLease lease) {
        List<OutcomeRecord> group =
                catalog.chunks().openFiles(lease, null, java.time.Instant.now(), PAGE_FILES).stream()
                        .map(row -> OutcomeRecord.done(
                                row, Samples.evidence(row.id().toString()), new FileEffort(1, 1, 12, 1_000_000, 0)))
                        .toList();
        catalog.chunks().record(lease, group).join();
        catalog.chunks().finish(lease).join();
    }

    private void measure(String what, Runnable work) {
        AtomicBoolean isOver = new AtomicBoolean();
        Thread others = new Thread(() -> {
            for (int i = 0; !isOver.get(); i++) leaseRecordAndLook(i);
        });
        others.start();
        sleep(1_000);
        long before = System.nanoTime();
        work.run();
        double took = CatalogSpike.seconds(before);
        isOver.set(true);
        join(others);
        OUT.printf("%s: %.2f s%n", what, took);
        CatalogSpike.print("  leases meanwhile", leases);
        CatalogSpike.print("  outcomes of a chunk, durable, meanwhile", outcomes);
        CatalogSpike.print("  pages of 1,000 files meanwhile", pages);
        leases.clear();
        outcomes.clear();
        pages.clear();
    }

    private void leaseRecordAndLook(int number) {
        long begin = System.nanoTime();
        Optional<ChunkLease> lease = lease(BUSY);
        leases.add(System.nanoTime() - begin);
        begin = System.nanoTime();
        lease.ifPresent(this::record);
        outcomes.add(System.nanoTime() - begin);
        begin = System.nanoTime();
        String cursor =
                Cursor.write(FileNumber.of(BUSY, number * PAGE_FILES % FILES).number());
        List<FileRow> page = catalog.files()
                .page(new FileQuery(BUSY, null, null, cursor, PAGE_FILES))
                .rows();
        if (page.isEmpty()) throw new IllegalStateException("the busy job has no files there");
        pages.add(System.nanoTime() - begin);
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
