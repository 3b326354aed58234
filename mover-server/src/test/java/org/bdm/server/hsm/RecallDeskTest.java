package org.bdm.server.hsm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.store.Presence;
import org.bdm.core.store.StorePath;
import org.bdm.server.hsm.HsmSettings.PresenceSource;
import org.bdm.server.hsm.HsmSettings.RecallWay;
import org.junit.jupiter.api.Test;

/** Files are brought in bounded number, and one that does not come holds up none for ever. */
class RecallDeskTest {
    private static final Duration PATIENCE = Duration.ofHours(6);
    private static final HsmSettings TWO_AT_ONCE = new HsmSettings(
            PresenceSource.HOLES, Optional.empty(), RecallWay.NONE, Optional.empty(), 2, false, PATIENCE);

    private final Set<StorePath> onDisk = new HashSet<>();
    private final List<List<StorePath>> recalled = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-30T10:00:00Z");
    private boolean isRefusing;
    private final Set<StorePath> bad = new HashSet<>();

    private final RecallDesk desk = new RecallDesk(
            "data",
            TWO_AT_ONCE,
            new KnownPresence("data", this::answer, () -> now),
            this::recall,
            Runnable::run,
            () -> now);

    private static StorePath file(int number) {
        return StorePath.ofUtf8("f" + number);
    }

    private Map<StorePath, Presence> answer(List<StorePath> files) {
        Map<StorePath, Presence> answer = new HashMap<>();
        files.forEach(file -> answer.put(file, onDisk.contains(file) ? Presence.ON_DISK : Presence.OFFLINE));
        return answer;
    }

    private void recall(List<StorePath> files) throws RecallRun.Refused {
        recalled.add(files);
        if (isRefusing) throw new RecallRun.Refused("no drive is free");
        if (files.stream().anyMatch(bad::contains)) throw new RecallRun.Refused("the program ended with 123");
    }

    private void want(int... numbers) {
        for (int number : numbers) desk.want(file(number));
    }

    @Test
    void noMoreAreBroughtAtOnceThanMayBe() {
        want(1, 2, 3, 4);
        desk.pass();
        desk.pass();
        assertThat(recalled).containsExactly(List.of(file(1), file(2)));

        onDisk.add(file(2));
        desk.pass();
        assertThat(recalled).containsExactly(List.of(file(1), file(2)), List.of(file(3)));
    }

    @Test
    void fileThatIsWantedAgainIsAskedForOnce() {
        want(1, 1);
        desk.pass();
        want(1);
        desk.pass();

        assertThat(recalled).containsExactly(List.of(file(1)));
    }

    @Test
    void fileThatCameByItselfIsNotBrought() {
        want(1);
        onDisk.add(file(1));
        desk.pass();

        assertThat(recalled).isEmpty();
    }

    @Test
    void fileThatDoesNotComeGivesItsPlaceAway() {
        want(1, 2, 3);
        desk.pass();
        now = now.plus(PATIENCE);
        desk.pass();

        assertThat(recalled).containsExactly(List.of(file(1), file(2)), List.of(file(3)));
        assertThat(desk.standing(file(1)))
                .contains("it is recalled when a job needs it", "lately files did not come in time");
    }

    @Test
    void refusedFilesMayBeWantedAgainAndOthersWaitAMoment() {
        isRefusing = true;
        want(1, 2, 3);
        desk.pass();
        isRefusing = false;
        desk.pass();
        assertThat(recalled).containsExactly(List.of(file(1), file(2)), List.of(file(1)), List.of(file(2)));
        recalled.clear();
        assertThat(desk.standing(file(3))).contains("it waits to be recalled", "lately recalls were refused");

        now = now.plus(Duration.ofSeconds(30));
        want(1);
        desk.pass();
        assertThat(recalled).containsExactly(List.of(file(3), file(1)));
    }

    @Test
    void fileThatCannotBeRecalledKeepsNoOtherFromBeingOnItsWay() {
        bad.add(file(1));
        want(1, 2);
        desk.pass();

        assertThat(recalled).contains(List.of(file(2)));
        assertThat(desk.standing(file(2))).contains("it is being recalled", "1 of at most 2");
        assertThat(desk.standing(file(1))).contains("it is recalled when a job needs it", "recalls were refused");
        want(3);
        desk.pass();
        assertThat(recalled).as("the program works").contains(List.of(file(3)));
    }

    @Test
    void filesForChecksComeBehindThoseOfJobs() {
        assertThat(desk.wantToCheck(file(1))).isTrue();
        assertThat(desk.wantToCheck(file(2))).isTrue();
        want(3, 2);
        desk.pass();

        assertThat(recalled).containsExactly(List.of(file(3), file(2)));
        assertThat(desk.standing(file(1))).contains("it waits to be recalled for a check");
    }
}
