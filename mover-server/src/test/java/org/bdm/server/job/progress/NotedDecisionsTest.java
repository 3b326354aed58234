package org.bdm.server.job.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.adapt.AdaptDecision;
import org.bdm.core.adapt.AdaptReason;
import org.bdm.core.adapt.Parallelism;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.history.Decisions;
import org.bdm.server.catalog.history.JobDecision;
import org.junit.jupiter.api.Test;

class NotedDecisionsTest {
    private final TurnedClock clock = new TurnedClock(Instant.parse("2026-01-02T03:04:05Z"));
    private final List<List<JobDecision>> written = new ArrayList<>();
    private CompletableFuture<Void> answer = CompletableFuture.completedFuture(null);
    private final NotedDecisions noted = new NotedDecisions(
            (job, decisions) -> {
                written.add(decisions);
                return answer;
            },
            new JobId(7),
            clock);

    private void decided(int before, int after) {
        noted.decided("a", change(new Parallelism(1, before, 1, 1), new Parallelism(1, after, 1, 1)));
    }

    private static AdaptDecision change(Parallelism before, Parallelism after) {
        return new AdaptDecision(1, before, after, AdaptReason.TRYING_MORE, 500, "more are tried");
    }

    private List<Integer> after(int group) {
        return written.get(group).stream().map(JobDecision::after).toList();
    }

    @Test
    void eachChangedNumberIsARowAndWhatStaysIsNone() {
        noted.decided("a", change(Parallelism.ofEach(1), new Parallelism(1, 4, 1, 2)));
        decided(3, 3);
        noted.writeLast();
        assertThat(written)
                .containsExactly(List.of(
                        new JobDecision(clock.instant(), "a", "streams", 1, 4, 500, "more are tried"),
                        new JobDecision(clock.instant(), "a", "hashers", 1, 2, 500, "more are tried")));
        noted.write();
        assertThat(written).hasSize(1);
    }

    @Test
    void whatIsDecidedWhileAGroupIsWrittenGoesTogetherWithTheNextOne() {
        answer = new CompletableFuture<>();
        decided(1, 2);
        noted.write();
        decided(2, 3);
        decided(3, 4);
        noted.write();
        assertThat(written).hasSize(1);
        answer.complete(null);
        noted.write();
        assertThat(after(1)).containsExactly(3, 4);
    }

    @Test
    void whatTheCatalogRefusesIsOfferedAgainInItsOrderAfterARest() {
        answer = new CompletableFuture<>();
        decided(1, 2);
        decided(2, 3);
        noted.write();
        decided(3, 4);
        answer.completeExceptionally(new MoverException(ErrorCode.TOO_MANY_REQUESTS, "it is full"));
        clock.turn(Duration.ofSeconds(4));
        noted.write();
        assertThat(written).hasSize(1);
        answer = CompletableFuture.completedFuture(null);
        clock.turn(Duration.ofSeconds(1));
        noted.write();
        assertThat(after(1)).containsExactly(2, 3, 4);
    }

    @Test
    void onlyTheNewestThousandWait() {
        for (int i = 1; i <= Decisions.KEPT_MAX + 5; i++) decided(i, i + 1);
        noted.writeLast();
        assertThat(after(0)).hasSize(Decisions.KEPT_MAX).startsWith(7);
    }
}
