package org.bdm.client.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.bdm.core.control.job.ByteCounts;
import org.bdm.core.control.job.EstimateView;
import org.bdm.core.control.job.FileCounts;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.RateView;
import org.bdm.core.control.job.StateReason;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class JobProgressTest {
    private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");
    private final JobProgress progress = new JobProgress(ZoneOffset.UTC);

    @Test
    void drawsABarOfBytes() {
        assertThat(progress.bar(job("ACTIVE", true, 500, null), 80))
                .containsExactly(
                        "job-1 ACTIVE [####################--------------------] 50 %",
                        "  5/10 files  500 B of 1000 B  80 bit/s  ends about 11:00:00  limited by writer");
    }

    @Test
    void rateEndAndLimitFitEightyColumnsAndTheReasonComesLast() {
        StateReason reason =
                new StateReason("LISTING", "All files found so far have ended; the listing goes on", START, null);
        List<String> lines = progress.bar(job("ACTIVE", true, 500, reason), 80);
        assertThat(lines.subList(0, 2)).allMatch(line -> line.length() < 80);
        assertThat(lines.get(1)).contains("80 bit/s", "ends about 11:00:00", "limited by writer");
        assertThat(lines.get(2)).isEqualTo("  LISTING: All files found so far have ended; the listing goes on");
    }

    @Test
    void showsNoPercentageWhileTotalsGrow() {
        assertThat(String.join(" ", progress.bar(job("ACTIVE", false, 500, null), 80)))
                .contains("[listing")
                .contains("5/10+ files")
                .doesNotContain("%");
        assertThat(progress.line(job("ACTIVE", false, 500, null)))
                .doesNotContain("%")
                .contains("1000 B+");
    }

    @Test
    @Tag("U7")
    void aJobThatFailedBeforeAllWasListedHasNoPercentage() {
        JobView failed = job("FAILED", false, 0, null, START.plusSeconds(9));
        assertThat(progress.line(failed)).contains("5/10 files").doesNotContain("%", "+");
        assertThat(progress.bar(failed, 80).get(0)).contains("[----").doesNotContain("%", "#");
    }

    @Test
    void neverSaysAHundredBeforeTheEnd() {
        assertThat(progress.line(job("ACTIVE", true, 1000, null))).contains(" 99 %");
    }

    @Test
    void saysWhyItDoesNotMove() {
        StateReason reason = new StateReason("NO_SPACE", "b is full", START, null);
        assertThat(progress.line(job("PAUSED", true, 500, reason)))
                .contains("NO_SPACE: b is full")
                .doesNotContain("bit/s");
    }

    @Test
    void aLongReasonGoesOnInTheNextLine() {
        StateReason reason = new StateReason("QUEUED", "waits " + "for its turn ".repeat(12), START, null);
        List<String> lines = progress.bar(job("PAUSED", true, 500, reason), 60);
        assertThat(lines).hasSizeGreaterThan(4).allMatch(line -> line.length() < 60);
        assertThat(String.join("", lines)).contains("for its turn").endsWith("turn ");
    }

    @Test
    void fitsANarrowTerminal() {
        assertThat(progress.bar(job("ACTIVE", true, 500, null), 24).get(0)).isEqualTo("job-1 ACTIVE 50 %");
    }

    private static JobView job(String state, boolean listingComplete, long durable, StateReason reason) {
        return job(state, listingComplete, durable, reason, null);
    }

    private static JobView job(
            String state, boolean listingComplete, long durable, StateReason reason, Instant endedAt) {
        return new JobView(
                "job-1",
                null,
                "TREE",
                null,
                state,
                reason,
                null,
                null,
                3,
                START,
                START,
                endedAt,
                listingComplete,
                new FileCounts(10, 5, 0, 0, 0, 5, 0, 0, 0),
                new ByteCounts(1000, durable, durable, 0, 0, 0),
                new RateView(10, 1),
                new EstimateView(null, START.plusSeconds(3600), null),
                "writer",
                "stream",
                "tls",
                null,
                null,
                0);
    }
}
