package org.bdm.server.metrics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fetch.StageLoad;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.job.progress.LiveJob;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.job.progress.LiveWork;
import org.bdm.server.job.progress.TransferTotals;
import org.bdm.server.job.run.SourcePlace;

/** The transfers of this process: what it did since its start, and what it does now. */
record TransferMeters(LiveJobs live, String ownSite, Supplier<Collection<String>> peers) implements MeterSource {
    private static final Map<FileState, String> OUTCOMES = new EnumMap<>(Map.of(
            FileState.DONE, "done",
            FileState.SKIPPED_SAME, "skipped",
            FileState.FAILED, "failed"));
    private static final List<String> STAGES = List.of("source", "network", "disk", "hash", "place");
    private static final List<String> LIMITS =
            List.of("source disk", "source cpu", "source", "network", "cpu", "disk", "hash", "place", "host", "rate");
    private static final String RATE = "rate";
    private static final String NOTHING = "nothing";

    /** Without any other site. */
    TransferMeters(LiveJobs live, String ownSite) {
        this(live, ownSite, List::of);
    }

    @Override
    public void addTo(MeterSamples samples) {
        zeros(samples);
        totals(samples);
        now(samples);
        stages(samples);
    }

    /** A counter that begins with its first event hides that event: the increase over a time needs a value before it. */
    private void zeros(MeterSamples samples) {
        List<String> sources = new ArrayList<>(List.of(SourcePlace.DATA_NODES));
        sources.addAll(peers.get());
        for (String source : sources) {
            for (String outcome : OUTCOMES.values()) {
                samples.add(DeclaredMeter.FILES, 0, source, ownSite, outcome);
                samples.add(DeclaredMeter.FILE_BYTES, 0, source, ownSite, outcome);
            }
            samples.add(DeclaredMeter.RECEIVED_BYTES, 0, source, ownSite);
            samples.add(DeclaredMeter.RESENT_BYTES, 0, source, ownSite);
        }
        for (ErrorCode code : ErrorCode.values()) {
            samples.add(DeclaredMeter.FILES_FAILED, 0, code.name());
            samples.add(DeclaredMeter.FILES_PUT_OFF, 0, code.name());
        }
    }

    private void totals(MeterSamples samples) {
        TransferTotals totals = live.totals();
        for (TransferTotals.FromSource from : totals.bySource()) {
            OUTCOMES.forEach((state, outcome) -> {
                Amount ended = from.ended().getOrDefault(state, Amount.NONE);
                samples.add(DeclaredMeter.FILES, ended.files(), from.source(), ownSite, outcome);
                samples.add(DeclaredMeter.FILE_BYTES, ended.bytes(), from.source(), ownSite, outcome);
            });
            samples.add(DeclaredMeter.RECEIVED_BYTES, from.bytesMoved(), from.source(), ownSite);
            samples.add(DeclaredMeter.RESENT_BYTES, from.bytesResent(), from.source(), ownSite);
        }
        totals.failed().forEach((code, files) -> samples.add(DeclaredMeter.FILES_FAILED, files, code.name()));
        totals.putOff().forEach((code, files) -> samples.add(DeclaredMeter.FILES_PUT_OFF, files, code.name()));
    }

    private void now(MeterSamples samples) {
        List<LiveWork> running = live.runningHere();
        LiveJob all = LiveJob.NONE;
        for (LiveWork work : running) {
            LiveJob job = work.look();
            all = all.plus(job);
            samples.add(DeclaredMeter.LIMITED_JOBS, 1, kindOf(job.limitedBy()));
        }
        samples.add(DeclaredMeter.RUNNING_JOBS, running.size());
        samples.add(DeclaredMeter.ACTIVE_FILES, all.filesActive());
        samples.add(DeclaredMeter.VERIFYING_FILES, all.filesVerifying());
        samples.add(DeclaredMeter.RECEIVING_STREAMS, all.streams());
        samples.add(DeclaredMeter.RECEIVE_RATE, all.bytesPerSecond());
        samples.add(DeclaredMeter.FILE_RATE, all.filesPerSecond());
        for (String limit : LIMITS) samples.add(DeclaredMeter.LIMITED_JOBS, 0, limit);
    }

    /** Whatever is no stage is a limit of the rate that somebody set, as a sentence: it must not become a label. */
    private static String kindOf(String limitedBy) {
        if (limitedBy.isEmpty() || limitedBy.equals(NOTHING)) return NOTHING;
        return LIMITS.contains(limitedBy) ? limitedBy : RATE;
    }

    private void stages(MeterSamples samples) {
        Map<String, StageLoad> byName = new LinkedHashMap<>();
        for (String stage : STAGES) byName.put(stage, new StageLoad(stage, 0, 0, 0, 0));
        for (LiveWork work : live.runningHere()) {
            for (StageLoad load : work.stages()) byName.merge(load.stage(), load, StageLoad::plus);
        }
        byName.forEach((stage, load) -> {
            samples.add(DeclaredMeter.STAGE_WORKERS, load.parallelism(), stage);
            samples.add(DeclaredMeter.STAGE_RATE, load.bytesPerSecond(), stage);
            samples.add(DeclaredMeter.STAGE_WAITING, load.waiting(), stage);
            samples.add(DeclaredMeter.STAGE_FULLNESS, load.fullness(), stage);
        });
    }
}
