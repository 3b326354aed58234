package org.bdm.server.job.run;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.FetchProgress;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.Origin;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.history.SizedWork;
import org.bdm.server.catalog.history.TransferHistory;
import org.bdm.server.catalog.history.TransferPart;
import org.bdm.server.job.estimate.SourceName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds up what one run of a job transfers from each source, for estimates of later jobs: numbers in memory for a file, one row for each source
 * when the run stops. What a process that dies had not written is missing there. Belongs to the job's thread.
 */
final class TransferMeter {
    private static final Logger LOG = LoggerFactory.getLogger(TransferMeter.class);
    private static final int SOURCES_MAX = 64;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Clock clock;
    private final LongSupplier nanoTime;
    private final boolean readsBack;
    private final Map<String, Sum> sums = new HashMap<>();
    private long beganNanos;
    private @Nullable Instant began;
    private @Nullable Long firstByteMillis;
    private int streamsMost;

    /**
     * Of a run that begins.
     *
     * @param readsBack whether each file is read again before it is DONE
     */
    TransferMeter(Clock clock, LongSupplier nanoTime, boolean readsBack) {
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.readsBack = readsBack;
    }

    /** The files that came from one source. */
    private static final class Sum {
        private final SizedWork.Sum moved = new SizedWork.Sum();
        private long bytesChecked;
        private long endedNanos;
        private @Nullable Instant ended;
    }

    /** A session begins. */
    void began() {
        if (began != null) return;
        began = clock.instant();
        beganNanos = nanoTime.getAsLong();
    }

    /** A look at a session. */
    void saw(FetchProgress progress) {
        streamsMost = Math.max(streamsMost, progress.streams());
        if (firstByteMillis == null && progress.bytesMoved() > 0) firstByteMillis = millis(nanoTime.getAsLong());
    }

    /** The outcomes that a session told of files of a chunk, which does not know them yet. */
    void took(HeldChunk chunk, SourcePlace from, List<FileOutcome> outcomes) {
        Instant now = clock.instant();
        long nanos = nanoTime.getAsLong();
        for (FileOutcome outcome : outcomes) {
            FileRow row = chunk.row(outcome.file()).orElse(null);
            boolean isDone = outcome.state() == FileState.DONE;
            if (row == null || (!isDone && outcome.state() != FileState.SKIPPED_SAME)) continue;
            Sum sum = sum(source(from, outcome)).orElse(null);
            if (sum == null) continue;
            long size = row.status().version().size();
            if (isDone) sum.moved.add(size);
            if (!isDone || readsBack) sum.bytesChecked += size;
            sum.ended = now;
            sum.endedNanos = nanos;
        }
        if (firstByteMillis == null) firstByteMillis = millis(nanos);
    }

    /** The place that most bytes of a file came from; of data nodes, when nothing came, all of them together. */
    static String source(SourcePlace from, FileOutcome outcome) {
        return source(from.shown(), outcome);
    }

    /** The same, of a source with this name. */
    static String source(String from, FileOutcome outcome) {
        return outcome.origins().stream()
                .max(Comparator.comparingLong(Origin::bytes))
                .map(origin -> SourceName.ofOrigin(origin.place()))
                .orElse(from);
    }

    private Optional<Sum> sum(String source) {
        if (sums.size() >= SOURCES_MAX && !sums.containsKey(source)) return Optional.empty();
        return Optional.of(sums.computeIfAbsent(source, first -> new Sum()));
    }

    private long millis(long nanos) {
        return Math.max(0, (nanos - beganNanos) / NANOS_PER_MILLI);
    }

    /** Writes the rows of the run, which has stopped. Does not wait; what cannot be written is only missing in estimates. */
    void note(TransferHistory history, JobId job) {
        Instant first = began;
        if (first == null) return;
        List<TransferPart> ran = new ArrayList<>();
        sums.forEach((source, sum) -> {
            Instant last = sum.ended;
            if (last == null) return;
            ran.add(new TransferPart(
                    job,
                    source,
                    first,
                    last,
                    millis(sum.endedNanos),
                    firstByteMillis,
                    streamsMost,
                    sum.moved.get(),
                    sum.bytesChecked));
        });
        if (ran.isEmpty()) return;
        try {
            var unused = history.add(ran).whenComplete((added, error) -> {
                if (error != null) LOG.info("what {} transferred was not noted: {}", job, error.getMessage());
            });
        } catch (MoverException e) {
            LOG.info("what {} transferred was not noted: {}", job, e.detail());
        }
    }
}
