package org.bdm.server.catalog.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.job.OwnerTurns.Waiting;
import org.bdm.server.catalog.job.OwnerTurns.Working;
import org.junit.jupiter.api.Test;

class OwnerTurnsTest {
    private static final Duration LONG = OwnerTurns.KEEPS_PLACE;

    private static Waiting waiting(long job, String owner, int priority) {
        return new Waiting(new JobId(job), owner, priority);
    }

    private static Working working(long job, String owner, int priority, Duration worked) {
        return new Working(new JobId(job), owner, priority, worked);
    }

    private static List<Long> places(OwnerTurns turns, List<Waiting> waiting, int number) {
        List<Waiting> left = new ArrayList<>(waiting);
        List<Long> got = new ArrayList<>();
        for (int place = 0; place < number; place++) {
            Waiting next = turns.next(left).orElseThrow();
            left.remove(next);
            turns.took(next.owner());
            got.add(next.job().number());
        }
        return got;
    }

    private static Optional<JobId> leaves(Map<String, Integer> places, Waiting waits, Working... working) {
        return new OwnerTurns(places, Map.of()).leaves(List.of(waits), List.of(working), job -> true);
    }

    @Test
    void placesGoToOwnersInTurnAndToTheOldestJobOfEach() {
        List<Waiting> waiting = List.of(
                waiting(1, "ann", 3),
                waiting(2, "ann", 3),
                waiting(3, "ann", 3),
                waiting(4, "bob", 3),
                waiting(5, "cleo", 3));
        assertThat(places(new OwnerTurns(Map.of(), Map.of()), waiting, 5)).containsExactly(1L, 4L, 5L, 2L, 3L);
    }

    @Test
    void aSiteThatGivesEachJobAnotherOwnerHasTheShareOfOne() {
        List<Waiting> waiting = List.of(
                waiting(1, "site:east/a", 3),
                waiting(2, "site:east/b", 3),
                waiting(3, "site:east/c", 3),
                waiting(4, "bob", 3),
                waiting(5, "site:west/a", 3));
        assertThat(places(new OwnerTurns(Map.of(), Map.of()), waiting, 5)).containsExactly(1L, 4L, 5L, 2L, 3L);
        assertThat(new OwnerTurns(Map.of(), Map.of("site:east/x", 1L)).next(waiting))
                .contains(waiting.get(3));
        assertThat(leaves(
                        Map.of("site:east/a", 1, "site:east/b", 1),
                        waiting(9, "bob", 3),
                        working(1, "site:east/a", 3, LONG)))
                .contains(new JobId(1));
        assertThat(leaves(Map.of("site:east/a", 2), waiting(9, "site:east/b", 3), working(1, "site:east/a", 3, LONG)))
                .isEmpty();
    }

    @Test
    void aHigherPriorityGoesFirstHoweverManyPlacesItsOwnerHas() {
        List<Waiting> waiting = List.of(waiting(1, "bob", 3), waiting(2, "ann", 4));
        assertThat(places(new OwnerTurns(Map.of("ann", 50), Map.of()), waiting, 2))
                .containsExactly(2L, 1L);
    }

    @Test
    void amongEqualsTheLastTurnLongestAgoGoesFirst() {
        List<Waiting> waiting = List.of(waiting(1, "ann", 3), waiting(2, "bob", 3), waiting(3, "cleo", 3));
        assertThat(places(new OwnerTurns(Map.of(), Map.of("ann", 2L, "bob", 1L)), waiting, 3))
                .containsExactly(3L, 2L, 1L);
    }

    @Test
    void anOwnerWithTwoPlacesMoreGivesUpTheOneThatWorkedLongest() {
        assertThat(leaves(
                        Map.of("ann", 2),
                        waiting(9, "bob", 3),
                        working(1, "ann", 3, LONG),
                        working(2, "ann", 3, LONG.plusSeconds(1))))
                .contains(new JobId(2));
        assertThat(leaves(Map.of("ann", 2), waiting(9, "bob", 3), working(1, "ann", 3, LONG.minusMillis(1))))
                .isEmpty();
    }

    @Test
    void onePlaceMoreIsGivenUpAfterATurnOnly() {
        Waiting bob = waiting(9, "bob", 3);
        assertThat(leaves(Map.of("ann", 1), bob, working(1, "ann", 3, OwnerTurns.TURN.minusMillis(1))))
                .isEmpty();
        assertThat(leaves(Map.of("ann", 1), bob, working(1, "ann", 3, OwnerTurns.TURN)))
                .contains(new JobId(1));
        assertThat(leaves(Map.of("ann", 1, "bob", 1), bob, working(1, "ann", 3, OwnerTurns.TURN)))
                .isEmpty();
    }

    @Test
    void noPlaceIsGivenUpToALowerPriorityOrAnOwnJob() {
        Working[] all = {working(1, "ann", 3, LONG), working(2, "ann", 3, LONG), working(3, "ann", 3, LONG)};
        assertThat(leaves(Map.of("ann", 3), waiting(9, "bob", 2), all)).isEmpty();
        assertThat(leaves(Map.of("ann", 3), waiting(9, "ann", 5), all)).isEmpty();
        assertThat(leaves(Map.of("ann", 3), waiting(9, "bob", 4), all)).isPresent();
    }

    @Test
    void nothingIsGivenUpForAJobThatIsNotReady() {
        OwnerTurns turns = new OwnerTurns(Map.of("ann", 4), Map.of());
        assertThat(turns.leaves(List.of(waiting(9, "bob", 3)), List.of(working(1, "ann", 3, LONG)), job -> false))
                .isEmpty();
    }
}
