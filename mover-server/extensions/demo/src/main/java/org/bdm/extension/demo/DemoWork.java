package org.bdm.extension.demo;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fetch.BytesUnderWay;
import org.bdm.core.fetch.FileUnderWay;
import org.bdm.core.fetch.StageLoad;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.file.FileEffort;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.OutcomeRecord;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.demo.DemoData.Parts;
import org.bdm.server.job.limit.LinkFlow;
import org.bdm.server.job.progress.LiveJob;
import org.bdm.server.job.progress.LiveWork;
import org.bdm.server.job.schedule.RunningWork;
import org.jspecify.annotations.Nullable;

/** The made-up transfer of one job: takes its chunks as a real one does, and records files as DONE at a rate. Steps are of one thread. */
final class DemoWork implements RunningWork, LiveWork {
    private static final Duration LEASE = Duration.ofMinutes(2);
    private static final Duration NEEDED = Duration.ofHours(30);
    private static final int FILES_AT_ONCE = 40;
    private static final int UNDER_WAY = 6;
    private static final String SCHEME = "bdm://";
    private static final long MIB = 1L << 20;
    private static final int DIGEST_BYTES = 32;
    private static final List<String> LIMITS = List.of("network", "disk", "source");

    private final Catalog catalog;
    private final JobId job;
    private final Clock clock;
    private final Function<JobId, String> reports;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final long nominal;
    private volatile long cap;
    private final LinkFlow flow;
    private final AtomicLong moved = new AtomicLong();
    private volatile long linkCap;
    private volatile boolean isStopped;
    private volatile long rate;
    private volatile double filesPerSecond;
    private volatile List<FileUnderWay> underWay = List.of();

    private @Nullable ChunkLease lease; // this and all below: of the thread of the steps
    private List<FileRow> files = new ArrayList<>();
    private long credit;
    private Instant last;

    DemoWork(Parts parts, Job job) {
        this.catalog = parts.catalog();
        this.job = job.id();
        this.clock = parts.clock();
        this.reports = parts.reports();
        this.cap = job.request().maxRateBytesPerSecond();
        this.last = clock.instant();
        JobCounts counts = catalog.jobs().counts(job.id());
        long left = counts.in(FileState.PENDING).bytes() / NEEDED.toSeconds();
        this.nominal = Math.max(1, Math.min(left, (80 + job.id().number() * 53 % 500) * MIB));
        this.flow = parts.links()
                .begin(
                        new LinkFlow.Use(job.id(), source(job), export(job), true),
                        new LinkFlow.Measures(moved::get, this::streams),
                        allowed -> linkCap = allowed.bytesPerSecondMax());
    }

    /** Name of the site that it reads from; empty if it reads from data nodes. */
    private static String source(Job job) {
        String source = job.request().source();
        if (source == null || !source.startsWith(SCHEME)) return "";
        int end = source.indexOf('/', SCHEME.length());
        return source.substring(SCHEME.length(), end < 0 ? source.length() : end);
    }

    /** The export that it writes into; empty if it has many. */
    private static String export(Job job) {
        String destination = job.request().destination();
        return destination == null || destination.isEmpty()
                ? ""
                : Endpoint.parse(destination).export().value();
    }

    @Override
    public JobId job() {
        return job;
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended;
    }

    @Override
    public void stop() {
        isStopped = true;
    }

    @Override
    public void steer(JobRequest now) {
        cap = now.maxRateBytesPerSecond();
    }

    /** Lets the files that are due by now end; about once a second. */
    void step() {
        if (ended.isDone()) return;
        if (isStopped) {
            giveBack();
            return;
        }
        Instant now = clock.instant();
        long millis = Math.max(0, Math.min(10_000, Duration.between(last, now).toMillis()));
        last = now;
        rate = rate(now);
        credit += rate * millis / 1000;
        moved.addAndGet(rate * millis / 1000);
        if (!hasFiles(now)) {
            finish();
            return;
        }
        int done = record();
        filesPerSecond = filesPerSecond * 0.9 + done * 0.1;
        show();
    }

    /** Goes up and down, slowly. */
    private long rate(Instant now) {
        double wave = Math.sin(now.getEpochSecond() / 17.0 + job.number()) + Math.sin(now.getEpochSecond() / 71.0);
        long free = Math.max(1, (long) (nominal * (1 + 0.15 * wave)));
        long ofJob = cap > 0 ? Math.min(cap, free) : free;
        return linkCap > 0 ? Math.min(linkCap, ofJob) : ofJob;
    }

    private boolean hasFiles(Instant now) {
        if (files.isEmpty()) lease = lease == null ? lease() : finishedChunk(lease);
        ChunkLease held = lease;
        if (held == null) return false;
        held = catalog.chunks().heartbeat(held, LEASE).orElse(null);
        lease = held;
        if (held == null) {
            files.clear();
            return true; // leased anew at the next step
        }
        if (files.isEmpty()) files.addAll(catalog.chunks().openFiles(held, null, now, FILES_AT_ONCE));
        return true;
    }

    private @Nullable ChunkLease lease() {
        return catalog.chunks().leaseOf(job, LEASE).orElse(null);
    }

    /** More files of the chunk, or the next chunk. */
    private @Nullable ChunkLease finishedChunk(ChunkLease held) {
        boolean isOver =
                catalog.chunks().openFiles(held, null, clock.instant(), 1).isEmpty();
        if (!isOver) return held;
        var unused = Durable.await(catalog.chunks().finish(held));
        return lease();
    }

    private int record() {
        ChunkLease held = lease;
        List<OutcomeRecord> outcomes = new ArrayList<>();
        while (!files.isEmpty() && credit >= size(files.get(0))) {
            FileRow file = files.remove(0);
            credit -= size(file);
            Evidence evidence = new Evidence(EvidenceLevel.STREAM, digest(file));
            FileEffort effort = new FileEffort(1, 1, Math.max(1, size(file) * 1000 / nominal), size(file), 0);
            outcomes.add(OutcomeRecord.done(file, evidence, effort));
        }
        if (held != null && !outcomes.isEmpty()) {
            var unused = Durable.await(catalog.chunks().record(held, outcomes));
        }
        return outcomes.size();
    }

    private static long size(FileRow file) {
        return file.status().version().size();
    }

    private static Checksum digest(FileRow file) {
        byte[] value = ByteBuffer.allocate(DIGEST_BYTES)
                .putLong(file.id().number() * 0x9E3779B97F4A7C15L)
                .putLong(size(file) * 0xC2B2AE3D27D4EB4FL)
                .array();
        return new Checksum(ChecksumAlgorithm.SHA256, value);
    }

    private void show() {
        List<FileUnderWay> shown = new ArrayList<>();
        long left = credit;
        for (FileRow file : files.subList(0, Math.min(UNDER_WAY, files.size()))) {
            long moved = Math.min(left, size(file) - 1);
            left -= moved;
            shown.add(new FileUnderWay(
                    file.id(),
                    shown.isEmpty() && moved > size(file) * 9 / 10 ? FileState.VERIFYING : FileState.ACTIVE,
                    new BytesUnderWay(moved, moved * 9 / 10)));
        }
        underWay = List.copyOf(shown);
    }

    /** Nothing is left that is due: the job ends, unless files wait. */
    private void finish() {
        JobCounts counts = catalog.jobs().counts(job);
        boolean isOver = counts.in(FileState.PENDING).files()
                        + counts.in(FileState.WAITING).files()
                == 0;
        if (!isOver) return;
        JobState state = counts.in(FileState.FAILED).files() == 0 ? JobState.SUCCEEDED : JobState.PARTIAL;
        var unused = Durable.await(catalog.jobs().end(job, state, null, reports.apply(job)));
        end();
    }

    private void giveBack() {
        Optional.ofNullable(lease)
                .ifPresent(held -> Durable.await(catalog.chunks().finish(held)));
        end();
    }

    private void end() {
        rate = 0;
        flow.close();
        ended.complete(null);
    }

    BytesUnderWay unfinished() {
        return underWay.stream().map(FileUnderWay::bytes).reduce(BytesUnderWay.NONE, BytesUnderWay::plus);
    }

    @Override
    public LiveJob look() {
        List<FileUnderWay> now = underWay;
        int verifying = (int)
                now.stream().filter(file -> file.state() == FileState.VERIFYING).count();
        String limit =
                cap > 0 && rate >= cap ? "the limit of the job" : LIMITS.get((int) (job.number() % LIMITS.size()));
        String text = switch (limit) {
            case "network" -> "the network: the round trip is 24 ms, and 0.02 % of the packets were sent again";
            case "disk" -> "the disk of the destination: it writes for 93 % of the time, 118 MiB wait for it";
            case "source" -> "the disk of the source: it reads for 97 % of the time";
            default -> limit;
        };
        return new LiveJob(
                now.size() - verifying, verifying, rate, filesPerSecond, streams(), unfinished(), limit, text);
    }

    private int streams() {
        return 2 + (int) (job.number() % 5);
    }

    @Override
    public List<FileUnderWay> files() {
        return underWay;
    }

    @Override
    public List<StageLoad> stages() {
        int limiting = (int) (job.number() % LIMITS.size());
        long now = rate;
        return List.of(
                new StageLoad("source", underWay.size(), now, 30, limiting == 2 ? 0.97 : 0.4),
                new StageLoad("network", streams(), now, 60, limiting == 0 ? 0.95 : 0.5),
                new StageLoad("disk", 4, now, limiting == 1 ? 118 : 3, limiting == 1 ? 0.93 : 0.1),
                new StageLoad("hash", 2, now, 1, 0.05),
                new StageLoad("place", 1, now, 1, 0.15));
    }
}
