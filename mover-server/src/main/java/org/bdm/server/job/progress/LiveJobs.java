package org.bdm.server.job.progress;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.bdm.core.fetch.BytesUnderWay;
import org.bdm.core.fetch.FileUnderWay;
import org.bdm.core.fetch.StageLoad;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;

/** The jobs that run, on this node and on others, and what those that ran here left unfinished. Safe on any thread; asking never waits. */
public final class LiveJobs {
    private static final int LEFT_MAX = 10_000;

    private final Map<JobId, LiveWork> running = new ConcurrentHashMap<>();
    private final Map<JobId, BytesUnderWay> left = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<JobId, BytesUnderWay> eldest) {
            return size() > LEFT_MAX;
        }
    });

    private final IntSupplier dataNodes;
    private volatile Map<JobId, LiveJob> others = Map.of();
    private volatile Map<JobId, Integer> otherNodes = Map.of();

    /** Of a process that moves everything itself. */
    public LiveJobs() {
        this(() -> 1);
    }

    /** Of a process with others beside it; {@code dataNodes} are those that are up and could work on a job, this one included. */
    public LiveJobs(IntSupplier dataNodes) {
        this.dataNodes = dataNodes;
    }

    /** The work on a job begins; {@code work} is called on threads of those who ask. */
    public void began(JobId job, LiveWork work) {
        running.put(job, work);
    }

    /**
     * The work on a job ended.
     *
     * @param unfinished what stays at the destination of files that have not ended, until the work goes on
     */
    public void ended(JobId job, BytesUnderWay unfinished) {
        if (unfinished.equals(BytesUnderWay.NONE)) left.remove(job);
        else left.put(job, unfinished);
        running.remove(job);
    }

    /** Returns the running work of a job, on all nodes as far as they told. */
    public LiveJob of(JobId job) {
        LiveJob elsewhere = others.get(job);
        return elsewhere == null ? ownOf(job) : ownOf(job).plus(elsewhere);
    }

    /**
     * Replaces what other nodes do.
     *
     * @param nodes how many of them work on each job
     */
    void others(Map<JobId, LiveJob> told, Map<JobId, Integer> nodes) {
        others = Map.copyOf(told);
        otherNodes = Map.copyOf(nodes);
    }

    /**
     * Returns among how many nodes the limits of a job are divided, this one included.
     *
     * @param hasJustBegun whether others may have begun in the same moment, and not told yet: then all that could are counted
     */
    public int nodesOn(JobId job, boolean hasJustBegun) {
        int known = 1 + otherNodes.getOrDefault(job, 0);
        return hasJustBegun ? Math.max(known, dataNodes.getAsInt()) : known;
    }

    /** The work of this node, by job. */
    Map<JobId, LiveJob> own() {
        return running.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().look()));
    }

    private LiveJob ownOf(JobId job) {
        LiveWork work = running.get(job);
        if (work != null) return work.look();
        BytesUnderWay unfinished = left.get(job);
        return unfinished == null ? LiveJob.NONE : LiveJob.NONE.with(unfinished);
    }

    /** The stages of a job in numbers; empty if nothing of it runs. */
    public List<StageLoad> stagesOf(JobId job) {
        LiveWork work = running.get(job);
        return work == null ? List.of() : work.stages();
    }

    /** The files of a job that are under way now, by their number. */
    public Map<FileId, FileUnderWay> filesOf(JobId job) {
        LiveWork work = running.get(job);
        if (work == null) return Map.of();
        // A file is in one session at a time; while it changes over, either tells the truth.
        return work.files().stream().collect(Collectors.toMap(FileUnderWay::file, file -> file, (one, other) -> one));
    }
}
