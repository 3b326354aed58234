package org.bdm.server.job.progress;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bdm.core.fetch.BytesUnderWay;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;

/**
 * The bytes of a job that are there: of ended files from the catalog, of the others from what runs. Never counts down while the job has
 * not ended: between the end of a file and its row, and after a restart until its journal is read, what was shown before is shown. An ended
 * job has the figures of the catalog. Safe on any thread.
 */
public final class BytesShown {
    private static final int JOBS_MAX = 10_000;

    private final Map<JobId, BytesUnderWay> most = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<JobId, BytesUnderWay> eldest) {
            return size() > JOBS_MAX;
        }
    };

    /**
     * Moved and durable bytes of all files of a job.
     *
     * @param counts read before {@code live}, or a file that ends in between would be counted twice
     */
    public BytesUnderWay of(Job job, JobCounts counts, LiveJob live) {
        BytesUnderWay known = new BytesUnderWay(
                counts.bytesMoved() - counts.bytesResent(),
                counts.in(FileState.DONE).bytes());
        if (job.state().isFinal()) {
            forget(job.id());
            return known;
        }
        long open = counts.in(FileState.PENDING).bytes()
                + counts.in(FileState.WAITING).bytes();
        BytesUnderWay now = new BytesUnderWay(
                known.moved() + Math.min(open, live.bytes().moved()),
                known.durable() + Math.min(open, live.bytes().durable()));
        long durableMost = known.durable() + open; // a file that failed takes its durable bytes with it
        BytesUnderWay shown = most(job.id(), now);
        return new BytesUnderWay(shown.moved(), Math.min(shown.durable(), durableMost));
    }

    private synchronized BytesUnderWay most(JobId job, BytesUnderWay now) {
        return most.merge(
                job,
                now,
                (before, after) -> new BytesUnderWay(
                        Math.max(before.moved(), after.moved()), Math.max(before.durable(), after.durable())));
    }

    private synchronized void forget(JobId job) {
        most.remove(job);
    }
}
