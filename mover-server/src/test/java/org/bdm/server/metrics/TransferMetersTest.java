package org.bdm.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fetch.BytesUnderWay;
import org.bdm.core.id.JobId;
import org.bdm.server.job.progress.LiveJob;
import org.bdm.server.job.progress.LiveJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What limits a job is a label, so it must be one of a few words. */
class TransferMetersTest {
    private final LiveJobs live = new LiveJobs(1);

    private void runs(long job, String limitedBy) {
        live.began(new JobId(job), () -> new LiveJob(0, 0, 0, 0, 0, BytesUnderWay.NONE, limitedBy));
    }

    private Map<String, Double> jobsByLimit() {
        MeterSamples samples = new MeterSamples("here", new LabelBounds());
        new TransferMeters(live, "here").addTo(samples);
        GaugeSnapshot shown = samples.snapshots().stream()
                .filter(snapshot -> snapshot.getMetadata().getName().equals("bdm_limited_jobs"))
                .map(GaugeSnapshot.class::cast)
                .findFirst()
                .orElseThrow();
        return shown.getDataPoints().stream()
                .collect(Collectors.toMap(
                        point -> point.getLabels().get("limit"), GaugeSnapshot.GaugeDataPointSnapshot::getValue));
    }

    @Test
    void limitsThatPeopleSetAreCountedTogetherAsRate() {
        runs(1, "the rate limit of the link north to here, 2.0 MB/s = 16.0 Mbit/s");
        runs(2, "the rate limit of the job, 1.0 MB/s = 8.0 Mbit/s");
        runs(3, "rate");
        runs(4, "disk");
        runs(5, "");
        runs(6, "nothing");
        assertThat(jobsByLimit())
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("source", 0.0),
                        Map.entry("source disk", 0.0),
                        Map.entry("source cpu", 0.0),
                        Map.entry("network", 0.0),
                        Map.entry("cpu", 0.0),
                        Map.entry("disk", 1.0),
                        Map.entry("hash", 0.0),
                        Map.entry("place", 0.0),
                        Map.entry("host", 0.0),
                        Map.entry("rate", 3.0),
                        Map.entry("nothing", 2.0)));
    }

    @Test
    @Tag("P9")
    void countersAreThereAtZeroBeforeTheirFirstEvent() {
        MeterSamples samples = new MeterSamples("here", new LabelBounds());
        new TransferMeters(new LiveJobs(1), "here", () -> List.of("north")).addTo(samples);
        Map<String, Integer> points = new HashMap<>();
        samples.snapshots()
                .forEach(snapshot -> points.put(
                        snapshot.getMetadata().getName(),
                        snapshot.getDataPoints().size()));
        assertThat(points)
                .as("data nodes and north, by outcome")
                .containsEntry("bdm_files", 6)
                .containsEntry("bdm_file_bytes", 6)
                .containsEntry("bdm_received_bytes", 2)
                .containsEntry("bdm_resent_bytes", 2)
                .containsEntry("bdm_files_failed", ErrorCode.values().length)
                .containsEntry("bdm_files_put_off", ErrorCode.values().length);
    }
}
