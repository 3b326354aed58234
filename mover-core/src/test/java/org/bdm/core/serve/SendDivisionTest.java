package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.bdm.core.id.SiteName;
import org.junit.jupiter.api.Test;

/** Streams under limits of what is sent, with a clock that a test turns: each sends what its pace allows, or what it can. */
class SendDivisionTest {
    private static final long MB = 1_000_000;
    private static final SiteName NORTH = new SiteName("north");
    private static final SiteName EAST = new SiteName("east");

    private final Map<SendPace, Sending> open = new LinkedHashMap<>();
    private final Map<SendPace, Long> canSend = new LinkedHashMap<>();
    private long nanos = 1;
    private final SendDivision division = new SendDivision(() -> nanos);

    private SendPace stream(SiteName site, long bytesPerSecond) {
        return stream(site, "data", bytesPerSecond);
    }

    private SendPace stream(SiteName site, String export, long bytesPerSecond) {
        SendPace pace = new SendPace(() -> nanos, new LongAdder());
        open.put(pace, new Sending(site, Set.of(export)));
        canSend.put(pace, bytesPerSecond);
        division.divide(open);
        return pace;
    }

    /** Each stream sends what it can in a millisecond, whenever its pace lets it. Limits here are whole parts of what a stream can send. */
    private void pass(Duration time) {
        for (long end = nanos + time.toNanos(); nanos < end; nanos += 1_000_000) {
            for (SendPace pace : open.keySet()) {
                if (pace.pauseNanos() == 0) pace.spent(canSend.get(pace) / 1_000);
            }
            if (nanos % 500_000_000 < 1_000_000) division.divide(open);
        }
    }

    /** Bytes a second over the last seconds of the passed time. */
    private long rate(SendPace pace) {
        long before = pace.bytesSpent();
        pass(Duration.ofSeconds(5));
        return (pace.bytesSpent() - before) / 5;
    }

    private static void assertNear(long rate, long expected) {
        assertThat((double) rate).isBetween(expected * 0.95, expected * 1.05);
    }

    @Test
    void withoutALimitAStreamSendsWhatItCan() {
        SendPace only = stream(NORTH, 50 * MB);
        assertNear(rate(only), 50 * MB);
        assertThat(division.rates()).as("nothing is measured").isEmpty();
    }

    @Test
    void streamsShareTheLimitToTheirSiteAndOthersAreFree() {
        SendPace one = stream(NORTH, 50 * MB);
        SendPace two = stream(NORTH, 50 * MB);
        SendPace other = stream(EAST, 50 * MB);
        division.limit(new SendLimits(0, Map.of(NORTH, 10 * MB), Map.of()), open);
        pass(Duration.ofSeconds(5));
        assertNear(rate(one), 5 * MB);
        assertNear(rate(two), 5 * MB);
        assertNear(rate(other), 50 * MB);
    }

    @Test
    void whatAStreamDoesNotUseGoesToTheOthers() {
        SendPace slow = stream(NORTH, 2 * MB);
        SendPace fast = stream(NORTH, 50 * MB);
        division.limit(new SendLimits(20 * MB, Map.of(), Map.of()), open);
        pass(Duration.ofSeconds(30));
        assertNear(rate(slow), 2 * MB);
        assertThat(rate(fast)).isGreaterThan(16 * MB).isLessThanOrEqualTo(20 * MB);
    }

    @Test
    void theLimitOfEverythingHoldsBesideThatOfASite() {
        SendPace north = stream(NORTH, 50 * MB);
        SendPace east = stream(EAST, 50 * MB);
        division.limit(new SendLimits(29 * MB, Map.of(NORTH, 4 * MB), Map.of()), open);
        pass(Duration.ofSeconds(10));
        assertNear(rate(north), 4 * MB);
        assertNear(rate(east), 25 * MB);
        assertNear(division.rates().get(EAST), 25 * MB);
    }

    @Test
    void aStreamThatEndsGivesItsPartBackAndALimitThatIsRemovedIsGone() {
        SendPace stays = stream(NORTH, 50 * MB);
        SendPace ends = stream(NORTH, 50 * MB);
        division.limit(new SendLimits(10 * MB, Map.of(), Map.of()), open);
        open.remove(ends);
        pass(Duration.ofSeconds(2));
        assertNear(rate(stays), 10 * MB);
        division.limit(SendLimits.NONE, open);
        assertNear(rate(stays), 50 * MB);
    }

    @Test
    void theLimitOfAnExportHoldsToAllSitesAndOnlyForIt() {
        SendPace north = stream(NORTH, "tape", 50 * MB);
        SendPace east = stream(EAST, "tape", 50 * MB);
        SendPace disk = stream(EAST, "disk", 50 * MB);
        division.limit(new SendLimits(0, Map.of(NORTH, 2 * MB), Map.of("tape", 12 * MB)), open);
        pass(Duration.ofSeconds(10));
        assertNear(rate(north), 2 * MB);
        assertNear(rate(east), 10 * MB);
        assertNear(rate(disk), 50 * MB);
    }
}
