package org.bdm.server.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bdm.server.connections.DownloadPlaces.Asked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("L4")
@Timeout(60)
class DownloadPlacesTest {
    private final DownloadPlaces<String> places =
            new DownloadPlaces<>(new DownloadLimits(2, 3, Duration.ofSeconds(30)));

    private CompletableFuture<Boolean> waiting(String holder) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return places.await(holder);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static boolean got(CompletableFuture<Boolean> place) throws Exception {
        return place.get(20, TimeUnit.SECONDS);
    }

    @Test
    void whoAsksForMoreThanItMayHaveWaitsUntilOneOfItsOwnEnds() throws Exception {
        assertThat(places.ask("a1", "a")).isEqualTo(Asked.HELD);
        assertThat(places.ask("a2", "a")).isEqualTo(Asked.HELD);
        assertThat(places.ask("a3", "a")).isEqualTo(Asked.WAITS);
        assertThat(places.ask("b1", "b")).isEqualTo(Asked.HELD);
        CompletableFuture<Boolean> third = waiting("a3");
        places.release("b1");
        assertThat(places.waiting()).isEqualTo(1);
        places.release("a1");
        assertThat(got(third)).isTrue();
        assertThat(places.has("a3")).isTrue();
    }

    @Test
    void aPlaceGoesToTheAddressWithTheFewest() throws Exception {
        places.ask("a1", "a");
        places.ask("a2", "a");
        places.ask("b1", "b");
        assertThat(places.ask("b2", "b")).isEqualTo(Asked.WAITS);
        assertThat(places.ask("c1", "c")).isEqualTo(Asked.WAITS);
        places.release("a1");
        assertThat(got(waiting("c1"))).isTrue();
        assertThat(places.waiting()).isEqualTo(1);
        places.release("a2");
        assertThat(got(waiting("b2"))).isTrue();
    }

    @Test
    void aBoundedNumberWaitsAndNotForEver() throws Exception {
        places.ask("a1", "a");
        places.ask("a2", "a");
        for (int i = 0; i < DownloadLimits.WAITING_PER_CAUSE_MAX; i++) {
            assertThat(places.ask("w" + i, "a")).isEqualTo(Asked.WAITS);
        }
        assertThat(places.ask("one more", "a")).isEqualTo(Asked.REFUSED);
        places.ask("b1", "b");
        assertThat(places.ask("b2", "b")).isEqualTo(Asked.WAITS);
        places.release("w0");
        assertThat(places.ask("one more", "a")).isEqualTo(Asked.WAITS);

        DownloadPlaces<String> impatient = new DownloadPlaces<>(new DownloadLimits(1, 1, Duration.ofMillis(1)));
        impatient.ask("a1", "a");
        assertThat(impatient.ask("a2", "a")).isEqualTo(Asked.WAITS);
        assertThat(impatient.await("a2")).isFalse();
        assertThat(impatient.waiting()).isZero();
        assertThat(new DownloadPlaces<String>(new DownloadLimits(0, 1, Duration.ZERO)).ask("a", "a"))
                .isEqualTo(Asked.REFUSED);
    }

    @Test
    void moreDownloadsThanPlacesGoOnByTurns() throws Exception {
        places.ask("a1", "a");
        places.ask("a2", "a");
        places.ask("a3", "a");
        CompletableFuture<Boolean> third = waiting("a3");
        CompletableFuture<Void> first = passing("a1");
        assertThat(got(third)).isTrue();
        assertThat(places.waiting()).isEqualTo(1);
        places.release("a2");
        first.get(20, TimeUnit.SECONDS);
        assertThat(places.waiting()).isZero();
        assertThat(places.has("a1")).isTrue();
    }

    @Test
    void aTurnIsNotGivenToACauseThatHoldsMore() throws Exception {
        places.ask("b1", "b");
        places.ask("a1", "a");
        places.ask("a2", "a");
        assertThat(places.ask("a3", "a")).isEqualTo(Asked.WAITS);
        places.pass("b1");
        assertThat(places.waiting()).isEqualTo(1);
        DownloadPlaces<String> wider = new DownloadPlaces<>(new DownloadLimits(3, 3, Duration.ofSeconds(30)));
        wider.ask("b1", "b");
        wider.ask("a1", "a");
        wider.ask("a2", "a");
        assertThat(wider.ask("a3", "a")).isEqualTo(Asked.WAITS);
        wider.pass("b1");
        assertThat(wider.waiting()).isEqualTo(1);
        wider.pass("none");
    }

    @Test
    void whoHasOneConnectionIsServedWhileOneWithManyFillsTheServer() throws Exception {
        DownloadPlaces<String> wide = new DownloadPlaces<>(new DownloadLimits(3, 3, Duration.ofSeconds(30)));
        for (int i = 0; i < 3; i++) wide.ask("a" + i, "a");
        for (int i = 3; i < 20; i++) wide.ask("a" + i, "a");
        assertThat(wide.ask("b", "b")).isEqualTo(Asked.WAITS);
        CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(() -> {
            try {
                return wide.await("b");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        CompletableFuture<Void> passed = CompletableFuture.runAsync(() -> {
            try {
                wide.pass("a0");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(got(other)).isTrue();
        for (int i = 1; i < 20; i++) wide.release("a" + i);
        passed.get(20, TimeUnit.SECONDS);
        assertThat(wide.has("a0")).isTrue();
    }

    @Test
    void aFullRoomMakesPlaceForWhoHasFewerInIt() throws Exception {
        places.ask("h1", "h");
        places.ask("h2", "h");
        places.ask("g1", "g");
        for (int i = 0; i < DownloadLimits.WAITING_PER_CAUSE_MAX; i++) places.ask("a" + i, "a");
        int left = DownloadLimits.WAITING_MAX - DownloadLimits.WAITING_PER_CAUSE_MAX;
        for (int i = 0; i < left; i++) assertThat(places.ask("b" + i, "b")).isEqualTo(Asked.WAITS);
        assertThat(places.waiting()).isEqualTo(DownloadLimits.WAITING_MAX);
        String youngest = "a" + (DownloadLimits.WAITING_PER_CAUSE_MAX - 1);
        CompletableFuture<Boolean> displaced = waiting(youngest);
        assertThat(places.ask("c1", "c")).isEqualTo(Asked.WAITS);
        assertThat(got(displaced)).isFalse();
        assertThat(places.has(youngest)).isFalse();
        assertThat(places.waiting()).isEqualTo(DownloadLimits.WAITING_MAX);
        assertThat(places.ask("a again", "a")).isEqualTo(Asked.REFUSED);
    }

    @Test
    void aDownloadThatHasBegunIsNotRefusedForAnother() throws Exception {
        places.ask("a1", "a");
        places.ask("a2", "a");
        places.ask("h1", "h");
        List<String> waiting = new ArrayList<>();
        for (int i = 0; i < DownloadLimits.WAITING_PER_CAUSE_MAX; i++) waiting.add("w" + i);
        for (String each : waiting) places.ask(each, "a");
        CompletableFuture<Boolean> oldest = waiting("w0");
        CompletableFuture<Void> begun = passing("a1");
        assertThat(got(oldest)).isTrue();
        for (int i = 0; i < DownloadLimits.WAITING_MAX - DownloadLimits.WAITING_PER_CAUSE_MAX; i++) {
            waiting.add("b" + i);
            assertThat(places.ask("b" + i, "b")).isEqualTo(Asked.WAITS);
        }
        assertThat(places.ask("c1", "c")).isEqualTo(Asked.WAITS);
        assertThat(places.has("w" + (DownloadLimits.WAITING_PER_CAUSE_MAX - 1))).isFalse();
        assertThat(places.has("a1")).isTrue();
        for (String each : waiting) places.release(each);
        places.release("c1");
        begun.get(20, TimeUnit.SECONDS);
        assertThat(places.has("a1")).isTrue();
    }

    private CompletableFuture<Void> passing(String holder) {
        return CompletableFuture.runAsync(() -> {
            try {
                places.pass(holder);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"0,48,20", "16,0,20", "16,65,20", "16,48,-1", "16,48,121"})
    void limitsThatWouldTakeTheThreadsOfEverythingElseAreRefused(int each, int all, int wait) {
        assertThatThrownBy(() -> DownloadLimits.of(each, all, wait)).hasMessageContaining("--http-download");
        assertThat(DownloadLimits.of(16, 48, 10)).isEqualTo(DownloadLimits.PUBLISHED);
    }
}
