package org.bdm.server.job.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.history.MovedSample;
import org.bdm.server.job.limit.LinkFlow;
import org.bdm.server.job.limit.LinkFlows;
import org.junit.jupiter.api.Test;

class RateWriterTest {
    private static final Instant BEGIN = Instant.parse("2026-11-20T10:00:00Z");
    private static final JobId JOB = new JobId(7);

    private final TurnedClock clock = new TurnedClock(BEGIN);
    private final LinkFlows links = new LinkFlows(new SiteName("here"), 1, () -> 1, () -> 0);
    private final MovedSamples samples = new MovedSamples(links, clock);
    private final List<List<MovedSample>> written = new ArrayList<>();
    private final RateWriter writer = new RateWriter(this::store, samples, clock);
    private boolean refuses;
    private boolean isAway;
    private long bytes;
    private long ofDataNode = 1_000;

    private CompletableFuture<Void> store(List<MovedSample> moved) {
        if (isAway) return new CompletableFuture<>();
        if (refuses) throw new MoverException(ErrorCode.TOO_MANY_REQUESTS, "the queue is full");
        written.add(moved);
        return CompletableFuture.completedFuture(null);
    }

    private LinkFlow session(String source) {
        return links.begin(
                new LinkFlow.Use(JOB, source, "data", true),
                new LinkFlow.Measures(() -> bytes, () -> 1),
                allowed -> {});
    }

    private LinkFlow dataNode() {
        return links.begin(
                LinkFlow.Use.place(null, "node.example"),
                new LinkFlow.Measures(() -> ofDataNode, () -> 1),
                allowed -> {});
    }

    private void passes(int seconds) {
        for (int i = 0; i < seconds; i++) {
            clock.turn(Duration.ofSeconds(1));
            writer.pass();
        }
    }

    private static MovedSample link(String source, long afterSeconds, long bytes, long files) {
        return new MovedSample(BEGIN.plusSeconds(afterSeconds), null, source, bytes, files);
    }

    private static MovedSample job(long afterSeconds, long bytes, long files) {
        return new MovedSample(BEGIN.plusSeconds(afterSeconds), JOB, "", bytes, files);
    }

    private static MovedSample link(String source, long afterSeconds, long bytes, long files, long failures) {
        return new MovedSample(BEGIN.plusSeconds(afterSeconds), null, source, bytes, files, failures);
    }

    private static MovedSample job(long afterSeconds, long bytes, long files, long failures) {
        return new MovedSample(BEGIN.plusSeconds(afterSeconds), JOB, "", bytes, files, failures);
    }

    @Test
    void whatASessionMovedIsWrittenOnceAMinuteInStepsOfTenSeconds() {
        LinkFlow session = session("north");
        bytes = 500;
        passes(5);
        bytes = 700;
        links.finished(JOB, "north", 2, 1);
        passes(10);
        bytes = 750;
        session.close();
        passes(44);
        assertThat(written).isEmpty();
        passes(1);
        assertThat(written).hasSize(1);
        assertThat(written.get(0))
                .containsExactlyInAnyOrder(
                        link("north", 0, 700, 2, 1), job(0, 700, 2, 1), link("north", 10, 50, 0), job(10, 50, 0));
        passes(120);
        assertThat(written).hasSize(1);
    }

    @Test
    void dataNodesCountByHostAndTheirJobAsAWhole() {
        try (LinkFlow session = session("")) {
            assertThat(session).isNotNull();
            dataNode().close(); // what came before it was looked at counts, and once
            ofDataNode = 1_500;
            bytes = 1_400;
            dataNode().close();
            links.finished(JOB, "node.example", 1, 0);
            passes(60);
        }
        assertThat(written).hasSize(1);
        assertThat(written.get(0)).containsExactlyInAnyOrder(link("node.example", 0, 1_500, 1), job(0, 1_400, 1));
    }

    @Test
    void whatTheCatalogRefusesIsOfferedAgainAMinuteLater() {
        LinkFlow session = session("north");
        refuses = true;
        bytes = 5;
        passes(60);
        refuses = false;
        bytes = 6;
        passes(59);
        assertThat(written).isEmpty();
        passes(1);
        assertThat(written.get(0)).contains(link("north", 0, 5, 0), link("north", 60, 1, 0));
        session.close();
    }

    @Test
    void theRestIsWrittenAtTheEnd() {
        LinkFlow session = session("north");
        passes(1);
        bytes = 5;
        session.close();
        writer.close();
        assertThat(written.get(0)).containsExactlyInAnyOrder(link("north", 0, 5, 0), job(0, 5, 0));
        assertThat(samples.waiting().samples()).isEmpty();
    }

    @Test
    void aCatalogThatDoesNotAnswerDoesNotHoldUpTheEnd() {
        isAway = true;
        links.finished(JOB, "north", 1, 0);
        passes(60);
        writer.close(); // returns
        assertThat(samples.waiting().samples()).hasSize(2);
    }

    @Test
    void whatWaitedForLongIsWrittenInParts() {
        refuses = true;
        for (int i = 0; i <= MovedSamples.STEPS_AT_ONCE; i++) {
            links.finished(JOB, "north", 1, 0);
            passes(10);
        }
        refuses = false;
        passes(60);
        assertThat(written.get(0)).hasSize(2 * MovedSamples.STEPS_AT_ONCE).contains(link("north", 0, 0, 1));
        passes(60);
        assertThat(written.get(1)).hasSize(2);
        assertThat(samples.waiting().samples()).isEmpty();
    }

    @Test
    void manyLinksAreNotToldApart() {
        for (int i = 0; i < MovedSamples.LINKS_MAX + 10; i++) links.finished(JOB, "site-" + i, 1, 0);
        passes(60);
        assertThat(written.get(0)).hasSize(MovedSamples.LINKS_MAX + 2).contains(link("", 0, 0, 10));
    }

    @Test
    void stepsAreLongerForALongerTime() {
        Instant now = BEGIN.plusSeconds(7);
        assertThat(RateSteps.of(now.minus(Duration.ofHours(1)), now, now))
                .isEqualTo(new RateSteps(10, 20, BEGIN.minus(Duration.ofHours(1))));
        assertThat(RateSteps.of(now.minus(Duration.ofMinutes(10)), now, now).shownSeconds())
                .isEqualTo(10);
        assertThat(RateSteps.of(now.minus(Duration.ofHours(3)), now, now).shownSeconds())
                .isEqualTo(300);
        assertThat(RateSteps.of(now.minus(Duration.ofDays(7)), now, now).shownSeconds())
                .isEqualTo(3_600);
        RateSteps longest = RateSteps.of(now.minus(Duration.ofDays(400)), now, now);
        assertThat(longest.shownSeconds()).isEqualTo(10_800);
        assertThat(Duration.between(longest.since(), now)).isLessThan(Duration.ofDays(32));
    }
}
