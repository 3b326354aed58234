package org.bdm.server.job.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.catalog.limit.LimitedPlace;
import org.bdm.server.catalog.limit.LinkUse;
import org.bdm.server.job.submit.Priority;
import org.junit.jupiter.api.Test;

/** Sessions of several jobs and nodes under limits, with a clock that a test turns: each moves what it may, or what it can. */
class LinkFlowsTest {
    private static final long MB = 1_000_000;
    private static final JobId ONE = new JobId(1);
    private static final JobId TWO = new JobId(2);
    private static final JobTerms FIRST = new JobTerms(0, Priority.stored(1));
    private static final JobTerms LAST = new JobTerms(0, Priority.stored(5));

    private final List<Node> nodes = new ArrayList<>();
    private long nanos = 1;

    /** A node and its sessions. */
    private final class Node {
        final LinkFlows flows;
        final List<Session> sessions = new ArrayList<>();

        Node() {
            nodes.add(this);
            flows = new LinkFlows(new SiteName("here"), nodes.size(), nodes::size, () -> nanos);
        }

        Session session(JobId job, String source, long canTake) {
            return session(job, source, "data", canTake);
        }

        Session session(JobId job, String source, String export, long canTake) {
            Session session = new Session(canTake);
            session.flow = flows.begin(
                    new LinkFlow.Use(job, source, export, true),
                    new LinkFlow.Measures(() -> session.bytes, () -> 2, () -> session.isHeld),
                    allowed -> {
                        session.mayTake = allowed.bytesPerSecondMax();
                        session.streams = allowed.streamsMax();
                        session.files = allowed.filesMax();
                    });
            sessions.add(session);
            return session;
        }
    }

    private static final class Session {
        long canTake; // bytes/s, without any limit
        LinkFlow flow;
        volatile long mayTake;
        volatile int streams;
        volatile int files;
        boolean isHeld;
        long bytes;

        Session(long canTake) {
            this.canTake = canTake;
        }

        long rate() {
            return mayTake == 0 ? canTake : Math.min(canTake, mayTake);
        }
    }

    private static Limit limit(String source, long rate, int streams) {
        return new Limit(LimitedPlace.link(source), rate, 0, streams, 0, "", "ana", Instant.EPOCH);
    }

    private static Limit limitOf(LimitedPlace place, long rate, int files) {
        return new Limit(place, rate, 0, 0, files, "", "ana", Instant.EPOCH);
    }

    private void limited(Limit... limits) {
        nodes.forEach(node -> node.flows.limit(List.of(limits)));
    }

    /** Half a second: bytes move, each node measures, and hears what the others told half a second ago. */
    private void step() {
        nanos += 500_000_000;
        for (Node node : nodes) for (Session session : node.sessions) session.bytes += session.rate() / 2;
        List<List<LinkUse>> told = nodes.stream().map(node -> node.flows.own()).toList();
        for (int i = 0; i < nodes.size(); i++) {
            int self = i;
            nodes.get(i)
                    .flows
                    .others(Stream.iterate(0, at -> at < told.size(), at -> at + 1)
                            .filter(at -> at != self)
                            .flatMap(at -> told.get(at).stream())
                            .toList());
            nodes.get(i).flows.measure();
        }
    }

    private void steps(int seconds) {
        for (int i = 0; i < 2 * seconds; i++) step();
    }

    private static long sum(Session... sessions) {
        return Arrays.stream(sessions).mapToLong(Session::rate).sum();
    }

    private static void assertNear(long rate, long expected) {
        assertThat((double) rate).isBetween(expected * 0.95, expected * 1.0001);
    }

    @Test
    void eachStepOfThePriorityDoublesThePartOfAJob() {
        Node node = new Node();
        limited(limit("north", 100 * MB, 0));
        Session first = node.session(ONE, "north", 500 * MB);
        Session usual = node.session(TWO, "north", 500 * MB);
        node.flows.steer(ONE, FIRST);
        assertThat(first.mayTake).as("priority 1 beside 3").isEqualTo(80 * MB);
        assertThat(usual.mayTake).isEqualTo(20 * MB);
        node.flows.steer(ONE, LAST);
        assertThat(first.mayTake).as("priority 5 beside 3").isEqualTo(20 * MB);
    }

    @Test
    void aJobOfHighPriorityLeavesToOthersThatItCannotTake() {
        Node node = new Node();
        limited(limit("north", 100 * MB, 0));
        Session first = node.session(ONE, "north", 30 * MB);
        Session last = node.session(TWO, "north", 500 * MB);
        node.flows.steer(ONE, FIRST);
        node.flows.steer(TWO, LAST);
        steps(20);
        assertThat(first.rate()).isEqualTo(30 * MB);
        assertThat(last.rate()).as("not 6 MB/s, its part by weight").isBetween(50 * MB, 70 * MB);
    }

    @Test
    void prioritiesCountAtAllNodes() {
        Node one = new Node();
        Node two = new Node();
        limited(limit("north", 100 * MB, 0));
        Session first = one.session(ONE, "north", 500 * MB);
        Session usual = two.session(TWO, "north", 500 * MB);
        one.flows.steer(ONE, new JobTerms(0, Priority.stored(2)));
        steps(20);
        assertNear(first.rate(), 66_666_666);
        assertNear(usual.rate(), 33_333_333);
    }

    @Test
    void twoJobsShareTheRateOfTheirLink() {
        Node node = new Node();
        limited(limit("north", 100 * MB, 0));
        Session one = node.session(ONE, "north", 500 * MB);
        Session two = node.session(TWO, "north", 500 * MB);
        Session other = node.session(TWO, "east", 500 * MB);
        assertThat(one.mayTake).isEqualTo(50 * MB).isEqualTo(two.mayTake);
        assertThat(other.mayTake).as("another link").isZero();

        two.flow.close();
        assertThat(one.mayTake).isEqualTo(100 * MB);
    }

    @Test
    void whatASlowSessionLeavesGoesToTheOtherAndComesBack() {
        Node node = new Node();
        limited(limit("north", 100 * MB, 0));
        Session fast = node.session(ONE, "north", 500 * MB);
        Session slow = node.session(TWO, "north", 10 * MB);
        steps(10);
        assertNear(fast.rate(), 85 * MB); // the slow one could grow by half
        assertThat(slow.rate()).isEqualTo(10 * MB);

        slow.canTake = 500 * MB;
        for (int i = 0; i < 40; i++) {
            step();
            assertThat(sum(fast, slow)).isLessThanOrEqualTo(100 * MB);
        }
        assertNear(slow.rate(), 50 * MB);
        assertNear(fast.rate(), 50 * MB);
    }

    @Test
    void nodesShareALimitAndNeverTakeMoreTogether() {
        Node here = new Node();
        Node there = new Node();
        limited(limit("north", 100 * MB, 0));
        Session one = here.session(ONE, "north", 500 * MB);
        Session two = there.session(TWO, "north", 500 * MB);
        for (int i = 0; i < 30; i++) {
            step();
            assertThat(sum(one, two)).isLessThanOrEqualTo(105 * MB);
        }
        assertNear(sum(one, two), 100 * MB);

        two.canTake = 10 * MB;
        steps(15);
        assertNear(sum(one, two), 95 * MB);
        two.canTake = 500 * MB;
        for (int i = 0; i < 40; i++) {
            step();
            assertThat(sum(one, two)).as("after %d steps", i).isLessThanOrEqualTo(105 * MB);
        }
        assertNear(one.rate(), 50 * MB);
    }

    @Test
    void aChangeHoldsAtAllNodesWithinTwoSeconds() {
        Node here = new Node();
        Node there = new Node();
        limited(limit("north", 100 * MB, 0));
        Session one = here.session(ONE, "north", 500 * MB);
        Session two = there.session(TWO, "north", 500 * MB);
        steps(10);

        limited(limit("north", 20 * MB, 0));
        assertNear(sum(one, two), 20 * MB);
        steps(2);
        assertNear(sum(one, two), 20 * MB);

        limited(limit("north", 300 * MB, 0));
        steps(2);
        assertNear(sum(one, two), 300 * MB);
        limited();
        assertThat(one.mayTake).isZero();
    }

    @Test
    void aSessionHasTheLeastOfItsPartsAndTheRestGoesToOthers() {
        Node node = new Node();
        limited(limit("north", 100 * MB, 0), limit("*", 150 * MB, 0));
        node.flows.steer(ONE, new JobTerms(10 * MB, 3));
        Session ofJob = node.session(ONE, "north", 500 * MB);
        Session other = node.session(TWO, "north", 500 * MB);
        Session east = node.session(TWO, "east", 500 * MB);
        steps(12);
        assertThat(ofJob.rate()).isEqualTo(10 * MB);
        assertNear(sum(ofJob, other, east), 150 * MB);
        assertThat(sum(ofJob, other)).isLessThanOrEqualTo(100 * MB);
        assertThat(other.rate()).isGreaterThan(50 * MB);

        node.flows.steer(ONE, new JobTerms(0, 3));
        steps(12);
        assertNear(sum(ofJob, other, east), 150 * MB);
        assertThat(ofJob.rate()).isGreaterThan(40 * MB);
    }

    @Test
    void theLimitThatIsReachedIsNamedWithItsNumbersAndTheCommand() {
        Node node = new Node();
        limited(limit("north", 100 * MB, 0));
        Session one = node.session(ONE, "north", 500 * MB);
        Session two = node.session(TWO, "north", 500 * MB);
        assertThat(one.flow.reachedLimit()).isEmpty();
        steps(5);
        assertThat(one.flow.reachedLimit())
                .hasValueSatisfying(text -> assertThat(text)
                        .isEqualTo(
                                "the rate limit of the link north to here, 100 MB/s = 800 Mbit/s, of which this session has"
                                        + " 50 MB/s (change it: bdm-client limit set link north --max-rate-in RATE)"));
        node.flows.steer(ONE, new JobTerms(2 * MB, 3));
        steps(10);
        assertThat(one.flow.reachedLimit().orElseThrow())
                .isEqualTo("the rate limit of the job, 2 MB/s = 16 Mbit/s (change it: bdm-client set job-1 --max-rate"
                        + " RATE)");

        two.canTake = MB;
        steps(10);
        assertThat(two.flow.reachedLimit()).as("the disk, or whatever it is").isEmpty();
    }

    @Test
    void aReachedLimitOfADataNodeIsNamedForTheJobsThatAskIt() {
        Node node = new Node();
        limited(limit("esgf.example.org", 10 * MB, 0));
        Session asking = node.session(ONE, "", MB);
        Session other = node.session(TWO, "", MB);
        long[] bytes = {0};
        LinkFlow ofNode = node.flows.begin(
                LinkFlow.Use.place(null, "esgf.example.org"),
                new LinkFlow.Measures(() -> bytes[0], () -> 2),
                allowed -> {});
        node.flows.requests(ONE, "esgf.example.org", 1);
        node.flows.requests(ONE, "esgf.example.org", 1);
        node.flows.requests(TWO, "esgf.example.org", 1);
        node.flows.requests(TWO, "esgf.example.org", -1);
        for (int i = 0; i < 10; i++) {
            bytes[0] += 5 * MB;
            step();
        }
        assertThat(asking.flow.reachedLimit().orElseThrow())
                .startsWith("the rate limit of the link esgf.example.org to here, 10 MB/s = 80 Mbit/s");
        assertThat(other.flow.reachedLimit()).isEmpty();

        ofNode.close();
        assertThat(asking.flow.reachedLimit()).isEmpty();
    }

    /** Blocks of 1 MiB at 2 MB/s: some looks see one block, some see three. */
    @Test
    void aLowRateIsNamedInEveryLookThoughBytesComeInBlocks() {
        Node node = new Node();
        node.flows.steer(ONE, new JobTerms(2 * MB, 3));
        Session one = node.session(ONE, "north", 0);
        for (int i = 0; i < 60; i++) {
            nanos += 500_000_000;
            one.bytes = (long) (2 * MB * (i + 1) / 2.0 * 0.97) >> 20 << 20;
            node.flows.measure();
            if (i >= 4) assertThat(one.flow.reachedLimit()).as("look %d", i).isPresent();
        }
    }

    @Test
    void streamsAreDividedAndEachSessionHasAtLeastOne() {
        Node node = new Node();
        limited(limit("north", 0, 5));
        Session one = node.session(ONE, "north", MB);
        assertThat(one.streams).isEqualTo(5);
        node.session(ONE, "north", MB);
        assertThat(one.streams).isEqualTo(2);
        for (int i = 0; i < 8; i++) node.session(TWO, "north", MB);
        assertThat(one.streams).isEqualTo(1);
    }

    @Test
    void allThatWritesIntoAnExportSharesItsLimitWhereverItComesFrom() {
        Node here = new Node();
        Node there = new Node();
        Session one = here.session(ONE, "north", "disk", 500 * MB);
        Session two = there.session(TWO, "east", "disk", 500 * MB);
        Session other = there.session(TWO, "east", "tape", 500 * MB);
        limited(limitOf(LimitedPlace.export("disk"), 100 * MB, 0));
        steps(10);
        assertNear(one.rate(), 50 * MB);
        assertNear(two.rate(), 50 * MB);
        assertThat(other.mayTake).as("another export").isZero();
        assertThat(one.flow.reachedLimit().orElseThrow())
                .isEqualTo("the rate limit of the export disk, 100 MB/s = 800 Mbit/s, of which this session has"
                        + " 50 MB/s (change it: bdm-client limit set export disk --max-rate-in RATE)");
    }

    @Test
    void theLimitOfANodeIsThatOfItsOwnSessionsFromTheirFirstByteOn() {
        Node here = new Node();
        Node there = new Node();
        Session one = here.session(ONE, "north", 500 * MB);
        Session two = here.session(TWO, "east", 500 * MB);
        Session other = there.session(TWO, "east", 500 * MB);
        limited(limitOf(LimitedPlace.node(1), 100 * MB, 0));
        assertThat(one.mayTake).isEqualTo(50 * MB).isEqualTo(two.mayTake);
        assertThat(other.mayTake).as("another node").isZero();
        steps(10);
        assertThat(one.flow.reachedLimit().orElseThrow())
                .startsWith("the rate limit of the node node-1, ")
                .contains("bdm-client limit set node node-1 --max-rate-in RATE");
    }

    @Test
    void activeFilesAreDividedAndALimitOfThemIsNamedWhileItHolds() {
        Node node = new Node();
        Session one = node.session(ONE, "north", MB);
        limited(limitOf(LimitedPlace.export("data"), 0, 5));
        assertThat(one.files).isEqualTo(5);
        Session two = node.session(TWO, "north", MB);
        assertThat(one.files).isEqualTo(2).isEqualTo(two.files);
        one.isHeld = true;
        steps(2);
        assertThat(two.flow.reachedLimit()).isEmpty();
        assertThat(one.flow.reachedLimit().orElseThrow())
                .isEqualTo("the limit of active files of the export data, 5, of which this session has 2"
                        + " (change it: bdm-client limit set export data --max-active-files N)");
        one.isHeld = false;
        steps(4);
        assertThat(one.flow.reachedLimit()).isEmpty();
        limited();
        assertThat(one.files).as("no limit").isZero();
    }

    @Test
    void aDataNodeThatIsNotInUseMayTakeThePartOfEachNode() {
        Node node = new Node();
        new Node();
        List<Long> told = new ArrayList<>();
        node.flows.tellUnused(
                "esgf.example.org",
                allowed -> told.addAll(List.of(allowed.bytesPerSecondMax(), (long) allowed.streamsMax())));
        limited(limit("esgf.example.org", 10 * MB, 5), limit("*", 3 * MB, 1));
        node.flows.tellUnused(
                "esgf.example.org",
                allowed -> told.addAll(List.of(allowed.bytesPerSecondMax(), (long) allowed.streamsMax())));
        assertThat(told).containsExactly(0L, 0L, 5 * MB, 2L);
    }

    @Test
    void theRateOfAJobOutlivesAnEarlierSessionThatEndsLate() {
        Node node = new Node();
        LinkFlow.Use place = LinkFlow.Use.place(ONE, "north");
        LinkFlow late = node.flows.begin(place, new LinkFlow.Measures(() -> 0, () -> 1), allowed -> {});
        List<Long> told = new ArrayList<>();
        LinkFlow.Use session = new LinkFlow.Use(ONE, "", "data", true);
        LinkFlow.Measures measures = new LinkFlow.Measures(() -> 0, () -> 1);
        node.flows
                .begin(new JobTerms(2 * MB, 3), session, measures, allowed -> told.add(allowed.bytesPerSecondMax()))
                .close();
        node.flows.begin(new JobTerms(2 * MB, 3), session, measures, allowed -> told.add(allowed.bytesPerSecondMax()));
        late.close();
        assertThat(told).containsExactly(2 * MB, 2 * MB);
    }

    @Test
    void aNodeThatBeginsCountsAllThatCouldHaveBegunWithIt() {
        Node here = new Node();
        new Node();
        new Node();
        limited(limit("north", 90 * MB, 0));
        Session one = here.session(ONE, "north", 500 * MB);
        assertThat(one.mayTake).isEqualTo(30 * MB);
        steps(6);
        assertThat(one.mayTake).isEqualTo(90 * MB);
    }
}
