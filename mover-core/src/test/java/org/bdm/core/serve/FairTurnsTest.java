package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Threads that a test turns by hand. */
class FairTurnsTest {
    private final Deque<Runnable> posted = new ArrayDeque<>();
    private final List<String> ran = new ArrayList<>();
    private final Map<String, Runnable> dones = new HashMap<>();
    private final FairTurns turns = new FairTurns(posted::add, 2, 1);

    private void ask(FairTurns.Line line, String what) {
        assertThat(line.add(what, task(what))).isTrue();
    }

    private FairTurns.Task task(String what) {
        return done -> {
            ran.add(what);
            dones.put(what, done);
        };
    }

    private void runPosted() {
        while (!posted.isEmpty()) posted.remove().run();
    }

    private void end(String what) {
        dones.get(what).run();
        runPosted();
    }

    @Test
    void noMoreRunAtATimeThanThereMayBe() {
        for (String who : List.of("a", "b", "c")) ask(turns.line(who, () -> true), who);
        runPosted();
        assertThat(ran).containsExactly("a", "b");
        assertThat(turns.waiting()).isEqualTo(1);
        end("b");
        assertThat(ran).containsExactly("a", "b", "c");
        assertThat(turns.waiting()).isZero();
    }

    @Test
    void oneAskerTakesOneTurnAtATimeOverAllItsStreams() {
        FairTurns.Line first = turns.line("a", () -> true);
        FairTurns.Line second = turns.line("a", () -> true);
        ask(first, "a1");
        ask(first, "a2");
        ask(second, "a3");
        runPosted();
        assertThat(ran).containsExactly("a1");
        end("a1");
        end("a2");
        assertThat(ran).containsExactly("a1", "a2", "a3");
    }

    @Test
    void oneAskerTakesAsManyTurnsAsItMay() {
        FairTurns wide = new FairTurns(posted::add, 4, 2);
        FairTurns.Line line = wide.line("a", () -> true);
        for (int i = 1; i <= 3; i++) ask(line, "a" + i);
        runPosted();
        assertThat(ran).containsExactly("a1", "a2");
        end("a2");
        assertThat(ran).containsExactly("a1", "a2", "a3");
    }

    @Test
    void severalTurnsOfOneAskerMayBeGivenAtOnce() {
        FairTurns wide = new FairTurns(posted::add, 4, 2);
        boolean[] isReady = {false};
        FairTurns.Line line = wide.line("a", () -> isReady[0]);
        for (int i = 1; i <= 3; i++) ask(line, "a" + i);
        isReady[0] = true;
        line.signal();
        runPosted();
        assertThat(ran).containsExactly("a1", "a2");
    }

    @Test
    void askersAreForgottenWhenNothingOfThemWaitsOrRuns() {
        FairTurns.Line a = turns.line("a", () -> true);
        FairTurns.Line b = turns.line("b", () -> true);
        ask(a, "a1");
        ask(a, "a2");
        ask(b, "b1");
        runPosted();
        assertThat(turns.askers()).isEqualTo(2);
        end("b1");
        assertThat(turns.askers()).isEqualTo(1);
        end("a1");
        assertThat(turns.askers()).isEqualTo(1);
        end("a2");
        assertThat(turns.askers()).isZero();

        ask(turns.line("c", () -> false), "never ready");
        runPosted();
        assertThat(turns.askers())
                .as("nobody who only opens streams is remembered")
                .isZero();
    }

    @Test
    void askersTakeTurnsWhoeverCameFirst() {
        FairTurns one = new FairTurns(posted::add, 1, 1);
        FairTurns.Line a = one.line("a", () -> true);
        FairTurns.Line b = one.line("b", () -> true);
        for (int i = 1; i <= 3; i++) ask(a, "a" + i);
        for (int i = 1; i <= 3; i++) ask(b, "b" + i);
        runPosted();
        for (int i = 1; i <= 3; i++) {
            end("a" + i);
            end("b" + i);
        }
        assertThat(ran).containsExactly("a1", "b1", "a2", "b2", "a3", "b3");
    }

    @Test
    void streamsOfOneAskerTakeTurnsAmongThemselves() {
        FairTurns.Line first = turns.line("a", () -> true);
        FairTurns.Line second = turns.line("a", () -> true);
        for (int i = 1; i <= 3; i++) ask(first, "first" + i);
        ask(second, "second1");
        runPosted();
        end("first1");
        end("first2");
        assertThat(ran).containsExactly("first1", "first2", "second1");
    }

    @Test
    void turnEndsOnceHoweverOftenItIsSaid() {
        for (String who : List.of("a", "b", "c", "d")) ask(turns.line(who, () -> true), who);
        runPosted();
        end("a");
        end("a");
        assertThat(ran).containsExactly("a", "b", "c");
    }

    @Test
    void turnOfATaskThatFailsIsGivenBack() {
        FairTurns.Line line = turns.line("a", () -> true);
        line.add("bad", done -> {
            throw new IllegalStateException("a defect");
        });
        ask(line, "good");
        assertThatThrownBy(this::runPosted).hasMessage("a defect");
        runPosted();
        assertThat(ran).containsExactly("good");
    }

    @Test
    void streamThatTakesNothingIsPassedOverUntilItIsSignalled() {
        boolean[] isReady = {false};
        FairTurns.Line slow = turns.line("a", () -> isReady[0]);
        ask(slow, "slow");
        ask(turns.line("b", () -> true), "b");
        runPosted();
        assertThat(ran).containsExactly("b");
        isReady[0] = true;
        slow.signal();
        runPosted();
        assertThat(ran).containsExactly("b", "slow");
    }

    @Test
    void laterTaskUnderAKeyReplacesTheOneThatWaits() {
        FairTurns.Line line = turns.line("a", () -> true);
        ask(line, "running");
        runPosted();
        line.add("key", task("older"));
        line.add("key", task("newer"));
        end("running");
        assertThat(ran).containsExactly("running", "newer");
    }

    @Test
    void whatWasRemovedDoesNotRun() {
        FairTurns.Line line = turns.line("a", () -> true);
        ask(line, "running");
        runPosted();
        ask(line, "removed");
        assertThat(line.remove("removed")).isTrue();
        assertThat(line.remove("removed")).isFalse();
        end("running");
        assertThat(ran).containsExactly("running");
    }

    @Test
    void closedStreamForgetsWhatWaitsAndTakesNothing() {
        FairTurns.Line line = turns.line("a", () -> true);
        ask(line, "running");
        runPosted();
        ask(line, "waiting");
        line.close();
        line.signal();

        assertThat(turns.waiting()).isZero();
        assertThat(line.add("late", task("late"))).isFalse();
        end("running");
        assertThat(ran).containsExactly("running");
    }

    @Test
    void threadsThatHaveEndedTakeNoTurnForEver() {
        boolean[] hasEnded = {true};
        FairTurns closing = new FairTurns(
                task -> {
                    if (hasEnded[0]) throw new RejectedExecutionException("ended");
                    posted.add(task);
                },
                1,
                1);
        FairTurns.Line line = closing.line("a", () -> true);
        ask(line, "lost");
        hasEnded[0] = false;
        ask(line, "next");
        runPosted();
        assertThat(ran).containsExactly("next");
    }
}
