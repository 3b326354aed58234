package org.bdm.server.job.progress;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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

    private final TransferTotals totals = new TransferTotals();
    private final long node;
    private volatile Map<JobId, List<NodeWork>> others = Map.of();
    private volatile int places;

    /**
     * Nothing runs yet.
     *
     * @param node number of this node
     */
    public LiveJobs(long node) {
        this.node = node;
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

    /** All that this process transferred since it started. */
    public TransferTotals totals() {
        return totals;
    }

    /** Returns the work that this process does now, without that of other nodes. */
    public List<LiveWork> runningHere() {
        return List.copyOf(running.values());
    }

    /** Returns the running work of a job, on all nodes as far as they told. */
    public LiveJob of(JobId job) {
        LiveJob sum = ownOf(job);
        for (NodeWork elsewhere : elsewhere(job)) sum = sum.plus(elsewhere.work());
        return sum;
    }

    /** Returns the running work of a job node by node, this one first; empty if nothing of it runs. */
    public List<NodeWork> byNode(JobId job) {
        LiveWork work = running.get(job);
        List<NodeWork> nodes = new ArrayList<>();
        if (work != null) nodes.add(NodeWork.of(node, work));
        nodes.addAll(elsewhere(job));
        return nodes;
    }

    /** The number of jobs that each node works on, as far as they told; a node that does nothing is not there. */
    public Map<Long, Integer> jobsByNode() {
        Map<Long, Integer> jobs = new HashMap<>();
        others.values().forEach(works -> works.forEach(work -> jobs.merge(work.node(), 1, Integer::sum)));
        if (!running.isEmpty()) jobs.put(node, running.size());
        return jobs;
    }

    /** Sets how many jobs may move files at the same time on this node; 0 until then, and for one that moves none. */
    public void hasPlaces(int number) {
        places = number;
    }

    /** True if this node moves files of as many jobs as it may, or of none ever. */
    boolean isFull() {
        return running.size() >= places;
    }

    /** The jobs that other nodes work on, as far as they told, with the number of those nodes. */
    public Map<JobId, Integer> placesElsewhere() {
        Map<JobId, Integer> taken = new HashMap<>();
        others.forEach((job, works) -> taken.put(job, works.size()));
        return taken;
    }

    /** The jobs that any node works on, with the number of those nodes. */
    Map<JobId, Integer> placesTaken() {
        Map<JobId, Integer> taken = placesElsewhere();
        running.keySet().forEach(job -> taken.merge(job, 1, Integer::sum));
        return taken;
    }

    private List<NodeWork> elsewhere(JobId job) {
        return others.getOrDefault(job, List.of());
    }

    /** Replaces what other nodes do. */
    void others(Map<JobId, List<NodeWork>> told) {
        others = Map.copyOf(told);
    }

    /** The work of this node, by job. */
    Map<JobId, NodeWork> own() {
        return running.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> NodeWork.of(node, entry.getValue())));
    }

    private LiveJob ownOf(JobId job) {
        LiveWork work = running.get(job);
        if (work != null) return work.look();
        BytesUnderWay unfinished = left.get(job);
        return unfinished == null ? LiveJob.NONE : LiveJob.NONE.with(unfinished);
    }

    /** The stages of a job in numbers, of all nodes together; empty if nothing of it runs. */
    public List<StageLoad> stagesOf(JobId job) {
        Map<String, StageLoad> byName = new LinkedHashMap<>();
        for (NodeWork work : byNode(job)) {
            for (StageLoad load : work.stages()) byName.merge(load.stage(), load, StageLoad::plus);
        }
        return List.copyOf(byName.values());
    }

    /** The files of a job that are under way now, by their number. */
    public Map<FileId, FileUnderWay> filesOf(JobId job) {
        // A file is in one session at a time; while it changes over, either tells the truth.
        return byNode(job).stream()
                .flatMap(work -> work.files().stream())
                .collect(Collectors.toMap(FileUnderWay::file, file -> file, (one, other) -> one));
    }
}
