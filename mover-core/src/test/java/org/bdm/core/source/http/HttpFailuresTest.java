package org.bdm.core.source.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.core.source.http.HttpFixture.netcdf;
import static org.bdm.core.source.http.HttpFixture.unvouched;
import static org.bdm.core.source.http.HttpFixture.wanted;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.FileId;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.source.RecordingSourceListener.Received;
import org.bdm.core.source.WantedFile;
import org.bdm.core.source.http.node.NodeView;
import org.junit.jupiter.api.Test;

/** What data nodes do wrong, each with the outcome that docs/http-sources.md promises. */
class HttpFailuresTest extends TwoDataNodes {
    // ---- node down ----

    @Test
    void nodeThatIsDownIsReplacedByAnother() {
        first.close();
        assertArrived(ask(SIZE, first.url(PATH), second.put(PATH, BYTES)));
    }

    @Test
    void nodeThatIsDownIsLeftAloneAfterAWhileAndAskedAgainLater() {
        first.close();
        assertFailed(ask(SIZE, first.url(PATH)), ErrorCode.DATA_NODE_UNREACHABLE);
        NodeView down = view(first);
        assertThat(down.failuresInARow()).isGreaterThanOrEqualTo(3);
        assertThat(down.trouble().orElseThrow()).contains("no connection to");
        assertThat(down.nextTry()).isPresent();
        fixture.turn(Duration.ofSeconds(20));
        assertThat(view(first).nextTry()).isEmpty();
    }

    @Test
    void nodeThatIsBackIsAskedNormally() {
        first.put(PATH, BYTES);
        first.always(PATH, FakeAnswer.status(500, "broken"));
        List<WantedFile> files = new ArrayList<>();
        for (int i = 1; i <= 20; i++) files.add(wanted(i, SIZE, URI.create(first.url(PATH) + "?" + i)));
        for (int i = 1; i <= 20; i++) first.always(PATH + "?" + i, FakeAnswer.status(500, "broken"));
        source().want(files);
        for (WantedFile file : files) assertFailed(file, ErrorCode.DATA_NODE_UNREACHABLE);
        assertThat(view(first).nextTry()).isPresent();
        int asked = first.requests().size();
        WantedFile file = wanted(21, SIZE, first.url(PATH));
        source().want(List.of(file));
        Received again = over(file);
        assertThat(again.failure.detail()).contains("not used until").contains("500");
        assertThat(first.requests()).as("an open breaker lets nothing through").hasSize(asked);
        fixture.turn(Duration.ofSeconds(20));
        first.always(PATH, FakeAnswer.served());
        listener.again(file.file());
        source().want(List.of(file));
        assertArrived(file);
        until(() -> view(first).trouble().isEmpty()); // on a thread of its own
        assertThat(view(first).failuresInARow()).isZero();
    }

    @Test
    void hostThatNobodyKnowsFailsAsUnreachable() {
        WantedFile file = ask(SIZE, URI.create("http://no-such-host.invalid/a.nc"));
        assertThat(over(file).failure.code()).isEqualTo(ErrorCode.DATA_NODE_UNREACHABLE);
    }

    // ---- stalled, slow ----

    @Test
    void stalledNodeIsLeftAndAnotherGoesOnWhereItStopped() {
        first.put(PATH, BYTES);
        first.always(PATH, FakeAnswer.silentAfter(HttpFixture.BLOCK_BYTES + 100, latch));
        WantedFile file = wanted(1, SIZE, first.url(PATH), second.put(PATH, BYTES));
        source().want(List.of(file));
        until(() -> listener.of(file.file()).ranges.lengthTotal() >= HttpFixture.BLOCK_BYTES);
        fixture.turn(Duration.ofSeconds(31));
        assertArrived(file);
        assertThat(second.requests(PATH)).hasSize(1);
        String range = second.requests(PATH).get(0).range();
        long from = Long.parseLong(range.substring("bytes=".length(), range.indexOf('-')));
        assertThat(from).as("nothing that came is asked for again").isEqualTo(HttpFixture.BLOCK_BYTES + 100L);
    }

    @Test
    void nodeThatNeverAnswersIsLeftToo() {
        first.always(PATH, FakeAnswer.after(latch, FakeAnswer.served()));
        WantedFile file = wanted(1, SIZE, first.url(PATH), second.put(PATH, BYTES));
        source().want(List.of(file));
        until(() -> !first.requests().isEmpty());
        fixture.turn(Duration.ofSeconds(31));
        assertArrived(file);
    }

    @Test
    void slowNodeGivesTheRestToAnother() {
        first.put(PATH, BYTES);
        first.always(PATH, FakeAnswer.pausedAfter(HttpFixture.BLOCK_BYTES, latch));
        WantedFile file = wanted(1, SIZE, first.url(PATH), second.put(PATH, BYTES));
        source().want(List.of(file));
        until(() -> listener.of(file.file()).ranges.lengthTotal() >= HttpFixture.BLOCK_BYTES);
        for (int i = 0; i < 3; i++) fixture.turn(Duration.ofSeconds(20)); // never silent long enough to be given up
        assertArrived(file);
        assertThat(second.requests(PATH)).hasSize(1);
    }

    // ---- not found ----

    @Test
    void notFoundOnceIsNoProof() {
        first.put(PATH, BYTES);
        first.next(PATH, FakeAnswer.status(404, "Problem sending file"));
        assertArrived(ask(SIZE, first.url(PATH)));
        assertThat(first.requests(PATH)).hasSize(2);
    }

    @Test
    void notFoundEverywhereFailsNamingEachCopy() {
        WantedFile file = ask(SIZE, first.url(PATH), second.url(PATH));
        assertFailed(file, ErrorCode.SOURCE_NOT_FOUND);
        assertThat(over(file).failure.detail())
                .contains(first.url(PATH).toString())
                .contains(second.url(PATH).toString())
                .contains("404");
        assertThat(first.requests(PATH)).hasSize(2);
        assertThat(view(first).failuresInARow()).as("the node is not down").isZero();
    }

    @Test
    void fileThatIsMissingAtOneReplicaComesFromAnother() {
        assertArrived(ask(SIZE, first.url(PATH), second.put(PATH, BYTES)));
        assertThat(first.requests(PATH)).hasSize(1);
    }

    // ---- size ----

    @Test
    void copyOfAnotherSizeIsPutLast() {
        URI wrong = first.put(PATH, netcdf(0, 2));
        assertArrived(ask(SIZE, wrong, second.put(PATH, BYTES)));
    }

    @Test
    void sizeThatAllCopiesContradictIsAFinding() throws Exception {
        byte[] longer = netcdf(SIZE + 4, 3);
        WantedFile file = ask(SIZE, first.put(PATH, longer), second.put(PATH, longer));
        Received received = over(file);
        assertThat(received.failure.code()).isEqualTo(ErrorCode.SOURCE_CHANGED);
        assertThat(received.failure.detail()).contains((SIZE + 4) + " bytes").contains("expected " + SIZE);
        var now = source().statusOf(file.file(), file.path(), file.expected(), file.copies())
                .toCompletableFuture()
                .get(10, SECONDS)
                .orElseThrow()
                .status()
                .version();
        assertThat(now.size()).isEqualTo(SIZE + 4);
        assertThat(now.modified()).isEqualTo(file.expected().modified());
        WantedFile anew =
                wanted(1, 2, now.size(), List.of(new ByteRange(0, now.size())), first.url(PATH), second.url(PATH));
        listener.again(file.file());
        listener.of(file.file()).ranges.remove(new ByteRange(0, SIZE));
        source().want(List.of(anew));
        assertThat(over(anew).content(SIZE + 4)).isEqualTo(longer);
    }

    // ---- pages, logins, redirects ----

    @Test
    void pageOfHtmlIsNotTheFile() {
        first.always(PATH, FakeAnswer.page());
        assertFailed(ask(SIZE, first.url(PATH)), ErrorCode.NOT_DATA);
        second.put(PATH, BYTES);
        first.always("/b.nc", FakeAnswer.page());
        WantedFile other = wanted(2, SIZE, first.url("/b.nc"), second.url(PATH));
        source().want(List.of(other));
        assertThat(over(other).content(SIZE)).isEqualTo(BYTES);
    }

    @Test
    void bytesThatDoNotBeginLikeNetcdfAreNotTheFile() {
        byte[] text =
                "<?xml version='1.0'?>".repeat(SIZE / 20 + 1).substring(0, SIZE).getBytes(StandardCharsets.US_ASCII);
        assertFailed(ask(SIZE, first.put(PATH, text)), ErrorCode.NOT_DATA);
        assertThat(listener.of(new FileId(1)).ranges.isEmpty()).isTrue();
    }

    @Test
    void redirectToALoginPageIsNamedSo() {
        first.always(PATH, FakeAnswer.redirect(302, "/esg-orp/home.htm?redirect=x"));
        assertFailed(ask(SIZE, first.url(PATH)), ErrorCode.LOGIN_NEEDED);
    }

    @Test
    void unauthorizedIsALoginThatIsNeeded() {
        first.always(PATH, FakeAnswer.status(401, "who are you"));
        assertFailed(ask(SIZE, first.url(PATH)), ErrorCode.LOGIN_NEEDED);
        assertThat(first.requests()).hasSize(1);
    }

    @Test
    void redirectsAreFollowedToAnotherNode() {
        second.put("/real.nc", BYTES);
        first.always(PATH, FakeAnswer.redirect(302, second.url("/real.nc").toString()));
        assertArrived(ask(SIZE, first.url(PATH)));
    }

    @Test
    void circleOfRedirectsEnds() {
        first.always(PATH, FakeAnswer.redirect(302, "/other"));
        first.always("/other", FakeAnswer.redirect(302, PATH));
        WantedFile file = ask(SIZE, first.url(PATH));
        assertFailed(file, ErrorCode.NOT_DATA);
        assertThat(over(file).failure.detail()).contains("in a loop");
    }

    @Test
    void redirectsWithoutEndEnd() {
        for (int i = 0; i < 20; i++) first.always("/" + i, FakeAnswer.redirect(302, "/" + (i + 1)));
        WantedFile file = ask(SIZE, first.url("/0"));
        assertFailed(file, ErrorCode.NOT_DATA);
        assertThat(first.requests()).hasSize(11);
    }

    @Test
    void fileThatComesEncodedIsRefused() {
        first.always(PATH, FakeAnswer.status(200, "x".repeat(SIZE), "Content-Encoding: gzip"));
        WantedFile file = unvouched(wanted(1, SIZE, first.url(PATH)));
        source().want(List.of(file));
        assertFailed(file, ErrorCode.NOT_DATA);
    }

    // ---- broken off ----

    @Test
    void brokenConnectionIsGoneOnWithWhereItBroke() {
        URI location = first.put(PATH, FakeFile.of(BYTES).ofThredds());
        first.next(PATH, FakeAnswer.cutAfter(300_000), FakeAnswer.cutAfter(200_000));
        assertArrived(ask(SIZE, location));
        assertThat(first.requests(PATH))
                .extracting(FakeRequest::range)
                .containsExactly("", "bytes=300000-" + (SIZE - 1), "bytes=500000-" + (SIZE - 1));
    }

    @Test
    void answerThatEndsEarlyWithoutALengthIsGoneOnWith() {
        first.put(PATH, BYTES);
        String part = new String(BYTES, 0, 1000, StandardCharsets.ISO_8859_1);
        first.next(
                PATH,
                FakeAnswer.raw(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n" + part + "\r\n0\r\n\r\n"));
        assertArrived(ask(SIZE, first.url(PATH)));
        assertThat(first.requests(PATH).get(1).range()).startsWith("bytes=1000-");
    }

    @Test
    void whatIsNotHttpIsRefused() {
        first.always(PATH, FakeAnswer.raw("220 ftp ready\r\n\r\n"));
        assertFailed(ask(SIZE, first.url(PATH)), ErrorCode.NOT_DATA);
    }

    @Test
    void rangeThatWasNotAskedForIsRefused() {
        first.put(PATH, BYTES);
        first.next(PATH, FakeAnswer.cutAfter(300_000));
        first.always(
                PATH,
                FakeAnswer.raw("HTTP/1.1 206 Partial\r\nContent-Length: 10\r\nContent-Range: bytes 0-9/" + SIZE
                        + "\r\n\r\n0123456789"));
        assertFailed(ask(SIZE, first.url(PATH)), ErrorCode.NOT_DATA);
    }

    @Test
    void ofANodeThatServesNoRangesAPartIsTakenFromTheWhole() {
        URI location = first.put(PATH, BYTES);
        first.always(PATH, FakeAnswer.servedWhole());
        assertArrived(ask(SIZE, location));
        WantedFile part = wanted(2, 1, SIZE, List.of(new ByteRange(5, 100)), location);
        source().want(List.of(part));
        assertThat(over(part).failure).isNull();
        assertThat(over(part).ranges.ranges()).containsExactly(new ByteRange(5, 100));
    }

    // ---- busy ----

    @Test
    void busyNodeGetsAPauseOfTheLengthItAsksFor() {
        URI location = first.put(PATH, BYTES);
        first.next(PATH, FakeAnswer.status(429, "busy", "Retry-After: 40"));
        WantedFile file = ask(SIZE, location);
        until(() ->
                fixture.nodes.view().stream().anyMatch(node -> node.nextTry().isPresent()));
        assertThat(view(first).connectionsMax()).isLessThan(6);
        fixture.turn(Duration.ofSeconds(39));
        assertThat(listener.of(file.file()).isOver()).isFalse();
        assertThat(first.requests(PATH)).hasSize(1);
        fixture.turn(Duration.ofSeconds(2));
        assertArrived(file);
    }

    @Test
    void busyNodeMaySayUntilWhenAsADate() {
        URI location = first.put(PATH, BYTES);
        String until = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                fixture.nodes.now().plusSeconds(40).atZone(ZoneOffset.UTC));
        first.next(PATH, FakeAnswer.status(429, "busy", "Retry-After: " + until));
        WantedFile file = ask(SIZE, location);
        until(() ->
                fixture.nodes.view().stream().anyMatch(node -> node.nextTry().isPresent()));
        assertThat(Duration.between(fixture.nodes.now(), view(first).nextTry().orElseThrow()))
                .isBetween(Duration.ofSeconds(38), Duration.ofSeconds(41));
        fixture.turn(Duration.ofSeconds(42));
        assertArrived(file);
    }

    @Test
    void nodeThatIsBusyForLongFailsTheFileForNow() {
        first.always(PATH, FakeAnswer.status(429, "busy", "Retry-After: 3600"));
        assertFailed(ask(SIZE, first.url(PATH)), ErrorCode.DATA_NODE_BUSY);
    }

    @Test
    void whileOneNodeIsBusyAnotherIsAsked() {
        first.always(PATH, FakeAnswer.status(503, "busy", "Retry-After: 30"));
        assertArrived(ask(SIZE, first.url(PATH), second.put(PATH, BYTES)));
    }

    // ---- forbidden addresses ----

    @Test
    void addressThatWasNotNamedIsNotConnectedTo() {
        try (FakeDataNode inside = new FakeDataNode()) {
            WantedFile file = ask(SIZE, inside.put(PATH, BYTES));
            assertFailed(file, ErrorCode.ADDRESS_REFUSED);
            assertThat(inside.connections()).isZero();
        }
    }

    @Test
    void redirectToAnAddressThatWasNotNamedIsNotFollowed() {
        try (FakeDataNode inside = new FakeDataNode()) {
            inside.put(PATH, BYTES);
            first.always(PATH, FakeAnswer.redirect(302, inside.url(PATH).toString()));
            assertFailed(ask(SIZE, first.url(PATH)), ErrorCode.ADDRESS_REFUSED);
            assertThat(inside.connections()).isZero();
        }
    }

    // ---- changed files ----

    @Test
    void fileThatIsReplacedBetweenTwoRangesIsNotMixed() throws Exception {
        URI location = first.put(PATH, FakeFile.of(BYTES));
        first.next(PATH, FakeAnswer.silentAfter(300_000, latch));
        WantedFile file = unvouched(wanted(1, SIZE, location));
        source().want(List.of(file));
        until(() -> listener.of(file.file()).ranges.lengthTotal() >= HttpFixture.BLOCK_BYTES);
        byte[] replaced = netcdf(SIZE, 77);
        first.put(PATH, replaced);
        latch.countDown();
        assertFailed(file, ErrorCode.SOURCE_CHANGED);
        assertThat(source().statusOf(file.file(), file.path(), file.expected(), file.copies())
                        .toCompletableFuture()
                        .get(10, SECONDS))
                .isPresent();
        WantedFile anew = wanted(1, 2, SIZE, List.of(new ByteRange(0, SIZE)), location);
        RecordingSourceListener fresh = new RecordingSourceListener();
        fixture.source(fresh).want(List.of(anew));
        until(() -> fresh.of(anew.file()).isOver());
        assertThat(fresh.of(anew.file()).content(SIZE)).isEqualTo(replaced);
    }

    // ---- how ----
}
