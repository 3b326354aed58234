package org.bdm.server.job.run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.file.ClosedChunks;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.site.opening.Closure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pauses a job all of whose open files have closed sources, until the first of them opens. Belongs to the job's thread. */
final class ClosedWork {
    private static final Logger LOG = LoggerFactory.getLogger(ClosedWork.class);
    private static final int CHUNKS_LOOKED_AT = 16;
    private static final int ROWS_LOOKED_AT = 100;
    private static final Duration DUE = Duration.ofDays(10_000); // of files that wait, whenever they are due

    private final DispatchParts parts;
    private final Job job;
    private final ChunkEntries entries;
    private final FilePlaces places;
    private final EarlierPauses pauses;

    ClosedWork(DispatchParts parts, Job job, ChunkEntries entries, FilePlaces places, EarlierPauses pauses) {
        this.parts = parts;
        this.job = job;
        this.entries = entries;
        this.places = places;
        this.pauses = pauses;
    }

    /** True if the job waits for nothing but closed sources, and is paused for that now. */
    boolean pause() {
        ClosedChunks closed = parts.catalog().chunks().closed();
        if (!closed.isAll(job.id())) return false;
        Optional<Closure> why = why(closed.some(job.id(), CHUNKS_LOOKED_AT));
        if (why.isEmpty()) {
            Durable.await(closed.open(job.id())); // the rules have changed in between
            return false;
        }
        Closure closure = why.get();
        LOG.info("{} waits: {}", job.id(), closure.text());
        Instant since =
                pauses.since(job.id(), closure.reason().name(), parts.clock().instant());
        JobReason reason = new JobReason(closure.reason().name(), closure.text(), since, closure.opensAt());
        try {
            Durable.await(parts.catalog().jobs().change(job.id(), JobState.PAUSED, reason));
        } catch (MoverException e) {
            if (e.code() != ErrorCode.ILLEGAL_STATE) throw e;
            // The job was ended or paused by a person in the same moment: that stands.
            LOG.info("{} was not paused: {}", job.id(), e.detail());
        }
        return true;
    }

    /** The closure that ends first; empty if a file of these chunks could be fetched. */
    private Optional<Closure> why(List<ChunkLease> chunks) {
        Instant due = parts.clock().instant().plus(DUE);
        Closure first = null;
        for (ChunkLease chunk : chunks) {
            List<FileRow> rows = parts.catalog().chunks().openFiles(chunk, null, due, ROWS_LOOKED_AT);
            if (rows.isEmpty()) continue;
            Optional<Closure> closure = places.closureOf(rows, entries.copiesOf(rows));
            if (closure.isEmpty()) return Optional.empty();
            first = first == null ? closure.get() : Closure.sooner(first, closure.get());
        }
        return Optional.ofNullable(first);
    }
}
