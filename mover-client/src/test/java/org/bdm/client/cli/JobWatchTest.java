package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.bdm.client.FakeServer;
import org.bdm.client.MoverApi;
import org.bdm.client.Recorded;
import org.bdm.client.ServerAddress;
import org.bdm.client.cli.job.JobWatch;
import org.bdm.client.cli.verb.Pacer;
import org.bdm.client.output.Terminal;
import org.bdm.client.output.TerminalStyle;
import org.bdm.core.control.job.JobView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a job is waited for. */
class JobWatchTest {
    private static final String JOB = "GET /jobs/job-7";

    private final FakeServer server = new FakeServer();
    private final List<JobView> shown = new ArrayList<>();

    @AfterEach
    void stop() {
        server.close();
    }

    /** Time that passes by itself between two looks at the clock: a server that waits seems to take that long. */
    private static final class SteppingClock extends Clock implements Pacer {
        private final Duration step;
        private Instant now = Instant.parse("2026-11-20T10:00:30Z");
        private int pauses;

        SteppingClock(Duration step) {
            this.step = step;
        }

        @Override
        public Clock clock() {
            return this;
        }

        @Override
        public void pause(Duration length) {
            pauses++;
            now = now.plus(length);
        }

        @Override
        public Instant instant() {
            now = now.plus(step);
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }

    private JobWatch watch(Pacer pacer) {
        Terminal terminal = new Terminal(
                new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), TerminalStyle.plain(false));
        return new JobWatch(new MoverApi(new ServerAddress(URI.create(server.url()), null, null)), pacer, terminal);
    }

    private List<String> queries() {
        return server.requests(JOB).stream().map(FakeServer.Request::query).toList();
    }

    @Test
    void asksOnceMoreWhenTheServerWaitsForTheEnd() {
        server.on(JOB, 200, Recorded.job("ACTIVE")).on(JOB, 200, Recorded.job("SUCCEEDED"));
        SteppingClock clock = new SteppingClock(Duration.ofSeconds(20));
        assertThat(watch(clock).untilEnd("job-7", shown::add).state()).isEqualTo("SUCCEEDED");
        assertThat(queries()).containsExactly("", "wait=30000ms");
        assertThat(clock.pauses).isZero();
    }

    @Test
    void showsProgressAsOftenAsItIsLookedAt() {
        server.on(JOB, 200, Recorded.job("ACTIVE"))
                .on(JOB, 200, Recorded.job("ACTIVE"))
                .on(JOB, 200, Recorded.job("SUCCEEDED"));
        SteppingClock clock = new SteppingClock(Duration.ofSeconds(1));
        watch(clock).showingEvery(Duration.ofSeconds(1)).untilEnd("job-7", shown::add);
        assertThat(queries()).containsExactly("", "wait=1000ms", "wait=1000ms");
        assertThat(shown).hasSize(3);
        assertThat(clock.pauses).isZero();
    }

    @Test
    void pausesBetweenQuestionsToAServerThatDoesNotWait() {
        for (int i = 0; i < 10; i++) server.on(JOB, 200, Recorded.job("ACTIVE"));
        server.on(JOB, 200, Recorded.job("SUCCEEDED"));
        SteppingClock clock = new SteppingClock(Duration.ZERO);
        watch(clock).untilEnd("job-7", shown::add);
        assertThat(clock.pauses).isEqualTo(9);
    }

    @Test
    void pausesBetweenQuestionsAboutAJobThatStandsStill() {
        server.on(JOB, 200, Recorded.job("PAUSED"))
                .on(JOB, 200, Recorded.job("PAUSED"))
                .on(JOB, 200, Recorded.job("CANCELLED"));
        SteppingClock clock = new SteppingClock(Duration.ofMillis(1));
        watch(clock).untilEnd("job-7", shown::add);
        assertThat(clock.pauses).isEqualTo(1);
    }

    @Test
    void waitsNoLongerThanIsLeft() {
        server.on(JOB, 200, Recorded.job("ACTIVE")).on(JOB, 200, Recorded.job("SUCCEEDED"));
        SteppingClock clock = new SteppingClock(Duration.ZERO);
        watch(clock).within(Duration.ofSeconds(4)).untilEnd("job-7", shown::add);
        assertThat(queries()).containsExactly("", "wait=4000ms");
    }
}
