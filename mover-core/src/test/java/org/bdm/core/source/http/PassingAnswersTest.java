package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.core.source.http.HttpFixture.netcdf;
import static org.bdm.core.source.http.HttpFixture.wanted;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.source.WantedFile;
import org.bdm.core.source.http.node.NodePolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers that pass are asked again, and end a copy only when they do not pass: the rules are those of {@code AnswerRule}. */
class PassingAnswersTest extends TwoDataNodes {
    private static final int MIB = 1 << 20;

    /** Turns the clock on until the file is over; each step is shorter than a deadline of a silent request. */
    /** The clock may be turned before an answer is read here: its pause starts later then, and fewer requests fit in the same time. */
    private void turnUntilOver(WantedFile file, Duration step, int most) {
        for (int i = 0; i < most && !listener.of(file.file()).isOver(); i++) {
            int before = first.requests().size();
            fixture.turn(step);
            long until = System.nanoTime() + 300_000_000L;
            while (System.nanoTime() < until
                    && first.requests().size() == before
                    && !listener.of(file.file()).isOver()) Thread.onSpinWait();
        }
    }

    @Test
    @Tag("N3")
    void refusalThatPassesIsAskedAgain() {
        AtomicInteger asked = new AtomicInteger();
        List<WantedFile> files = new ArrayList<>();
        for (int i = 1; i <= 300; i++) {
            String path = "/" + i + ".nc";
            files.add(wanted(i, 2000, first.put(path, netcdf(2000, i))));
            first.always(
                    path,
                    (node, request, out) -> asked.incrementAndGet() % 50 == 0
                            ? FakeAnswer.status(403, "no").answer(node, request, out)
                            : FakeAnswer.served().answer(node, request, out));
        }
        source().want(files);
        for (WantedFile file : files) assertThat(over(file).failure).isNull();
    }

    @Test
    @Tag("N3")
    void fiveRefusalsOverMinutesNeedALogin() {
        first.always(PATH, FakeAnswer.status(403, "no"));
        WantedFile file = ask(SIZE, first.url(PATH));
        assertFailed(file, ErrorCode.LOGIN_NEEDED);
        assertThat(first.requests(PATH)).hasSize(5);
        WantedFile next = wanted(2, SIZE, first.url("/other.nc"));
        first.always("/other.nc", FakeAnswer.status(403, "no"));
        source().want(List.of(next));
        assertFailed(next, ErrorCode.LOGIN_NEEDED);
        assertThat(first.requests("/other.nc"))
                .as("the node is known to refuse us")
                .hasSize(2);
    }

    @Test
    @Tag("N3")
    void statusesOfABadMomentAreAskedAgain() {
        int number = 0;
        for (int status : List.of(408, 421, 423, 425, 500, 502, 504, 520, 521, 522, 523, 524, 525, 526, 527, 404)) {
            String path = "/" + status + ".nc";
            first.put(path, BYTES);
            first.next(path, FakeAnswer.status(status, "not now"));
            WantedFile file = wanted(++number, SIZE, first.url(path));
            source().want(List.of(file));
            assertArrived(file);
        }
        first.put("/empty.nc", BYTES);
        first.next("/empty.nc", FakeAnswer.status(200, ""));
        WantedFile empty = wanted(++number, SIZE, first.url("/empty.nc"));
        source().want(List.of(empty));
        assertArrived(empty);
    }

    @Test
    @Tag("N3")
    void statusesThatDoNotPassAreAskedOnce() {
        int number = 0;
        for (int status : List.of(400, 405, 406, 451, 501, 505)) {
            String path = "/" + status + ".nc";
            first.always(path, FakeAnswer.status(status, "no"));
            WantedFile file = wanted(++number, SIZE, first.url(path));
            source().want(List.of(file));
            assertFailed(file, ErrorCode.NOT_DATA);
            assertThat(first.requests(path)).hasSize(1);
        }
    }

    @Test
    @Tag("N4")
    void fileThatIsBeingStagedIsWaitedFor() {
        first.put(PATH, BYTES);
        FakeAnswer staging = FakeAnswer.status(202, "", "Retry-After: 5");
        first.next(PATH, staging, staging, staging);
        WantedFile file = ask(SIZE, first.url(PATH));
        turnUntilOver(file, Duration.ofSeconds(5), 20);
        assertArrived(file);
        assertThat(first.requests(PATH)).hasSize(4);
    }

    @Test
    @Tag("N4")
    void stagingThatTellsALongOrAbsurdTimeLeavesItsPlaceAtOnce() {
        for (String time : List.of("600", "99999999999")) {
            String path = "/" + time + ".nc";
            first.always(path, FakeAnswer.status(202, "", "Retry-After: " + time));
            WantedFile file = wanted(time.length(), SIZE, first.url(path));
            source().want(List.of(file));
            assertFailed(file, ErrorCode.BEING_STAGED);
            assertThat(over(file).failure.detail()).contains("202").contains("is being staged");
            assertThat(first.requests(path)).hasSize(1);
        }
    }

    @Test
    @Tag("N4")
    void stagingThatTellsShortTimesLeavesItsPlaceAfterAMinute() {
        first.always(PATH, FakeAnswer.status(202, "", "Retry-After: 25"));
        WantedFile file = ask(SIZE, first.url(PATH));
        turnUntilOver(file, Duration.ofSeconds(25), 20);
        assertFailed(file, ErrorCode.BEING_STAGED);
        assertThat(first.requests(PATH)).hasSizeBetween(2, 4);
    }

    @Test
    @Tag("N4")
    void aBusyNodeIsWaitedForAsLongAsSomebodySaidForThatNode() {
        fixture.nodes.policies(Map.of(first.authority(), NodePolicy.NONE.patience(Duration.ofMinutes(20))));
        first.always(PATH, FakeAnswer.status(503, "", "Retry-After: 120"));
        WantedFile file = ask(SIZE, first.url(PATH));
        turnUntilOver(file, Duration.ofMinutes(2), 30);
        assertFailed(file, ErrorCode.DATA_NODE_BUSY);
        assertThat(first.requests(PATH)).as("without patience it is one").hasSizeBetween(3, 12);
    }

    /** Serves one request at a time, as limit_conn of nginx; the first of a file is held until others were refused. */
    private FakeAnswer oneAtATime(int status, AtomicInteger refused) {
        AtomicInteger running = new AtomicInteger();
        return (node, request, out) -> {
            if (running.incrementAndGet() > 1) {
                running.decrementAndGet();
                refused.incrementAndGet();
                return FakeAnswer.status(status, "one only").answer(node, request, out);
            }
            try {
                return FakeAnswer.served().answer(node, request, out);
            } finally {
                running.decrementAndGet();
            }
        };
    }

    private void comesOverOneConnection(int status) {
        AtomicInteger refused = new AtomicInteger();
        byte[] bytes = netcdf(64 * MIB, 3);
        first.put(PATH, bytes);
        first.always(PATH, oneAtATime(status, refused));
        WantedFile file = wanted(1, bytes.length, first.url(PATH));
        source().want(List.of(file));
        assertThat(over(file).failure).isNull();
        assertThat(over(file).content(bytes.length)).isEqualTo(bytes);
        assertThat(refused.get()).as("a limit is learnt").isLessThan(8);
    }

    @Test
    @Tag("D4")
    void refusalsWhileAnotherConnectionBringsBytesMeanFewerConnections() {
        comesOverOneConnection(403);
    }

    @Test
    @Tag("D5")
    void busyWhileAnotherConnectionBringsBytesMeansFewerConnections() {
        comesOverOneConnection(503);
    }

    @Test
    @Tag("D5")
    void tooManyRequestsWhileAnotherConnectionBringsBytesMeanFewerConnections() {
        comesOverOneConnection(429);
    }

    // ---- cookies and challenges ----

    @Test
    @Tag("N6")
    void redirectToTheSameAddressWithACookieIsFollowedWithIt() {
        first.put(PATH, BYTES);
        first.always(
                PATH,
                (node, request, out) ->
                        request.fields().getOrDefault("cookie", "").contains("seen=1")
                                ? FakeAnswer.served().answer(node, request, out)
                                : FakeAnswer.status(
                                                302, "", "Location: " + PATH, "Set-Cookie: seen=1; Path=/; HttpOnly")
                                        .answer(node, request, out));
        assertArrived(ask(SIZE, first.url(PATH)));
        assertThat(first.requests(PATH)).hasSize(2);
    }

    @Test
    @Tag("N6")
    void cookiesStayAtTheirOriginAndALoopWithNewOnesEnds() {
        second.put("/b.nc", BYTES);
        first.always(PATH, FakeAnswer.status(302, "", "Location: " + second.url("/b.nc"), "Set-Cookie: secret=1"));
        assertArrived(ask(SIZE, first.url(PATH)));
        assertThat(second.requests("/b.nc").get(0).fields()).doesNotContainKey("cookie");

        AtomicInteger number = new AtomicInteger();
        first.always(
                "/loop.nc",
                (node, request, out) -> FakeAnswer.status(
                                302, "", "Location: /loop.nc", "Set-Cookie: n=" + number.incrementAndGet())
                        .answer(node, request, out));
        WantedFile loop = wanted(2, SIZE, first.url("/loop.nc"));
        source().want(List.of(loop));
        assertFailed(loop, ErrorCode.NOT_DATA);
        assertThat(first.requests("/loop.nc").size()).isLessThan(13);
    }

    @Test
    @Tag("N6")
    void challengeWithARefusalIsSaidByItsName() {
        first.always(PATH, FakeAnswer.status(403, "<html>Making sure you're not a bot!", "Content-Type: text/html"));
        WantedFile file = ask(SIZE, first.url(PATH));
        assertFailed(file, ErrorCode.NOT_DATA);
        assertThat(over(file).failure.detail()).contains("answers 403 with an anti-bot challenge (Anubis)");
        first.always("/b.nc", FakeAnswer.status(503, "", "cf-mitigated: challenge"));
        WantedFile other = wanted(2, SIZE, first.url("/b.nc"));
        source().want(List.of(other));
        assertFailed(other, ErrorCode.NOT_DATA);
        assertThat(over(other).failure.detail()).contains("(Cloudflare)").contains("'bdm-test/1");
    }
}
