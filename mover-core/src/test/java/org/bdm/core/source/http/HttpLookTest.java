package org.bdm.core.source.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bdm.core.source.http.HttpFixture.netcdf;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.http.question.HttpLook;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a look at a copy tells, and which answers tell nothing. */
class HttpLookTest extends TwoDataNodes {
    private DirectoryEntry look(URI location) throws Exception {
        return begin(new HttpLook(fixture.nodes), location).get(20, SECONDS);
    }

    private static CompletableFuture<DirectoryEntry> begin(HttpLook look, URI location) {
        return look.look(new Copy(location, 0)).toCompletableFuture();
    }

    private void assertFails(URI location, ErrorCode code, String detail) {
        assertThatThrownBy(() -> look(location))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(MoverException.class, e -> {
                    assertThat(e.code()).isEqualTo(code);
                    assertThat(e.detail()).contains(detail);
                });
    }

    @Test
    void nameSizeAndTimeAreThoseOfTheCopy() throws Exception {
        FakeFile served = FakeFile.of(netcdf(1234, 1));
        first.put("/d/a%20b.nc", served);
        DirectoryEntry entry = look(first.url("/d/a%20b.nc"));
        assertThat(entry.name().shown()).isEqualTo("a b.nc");
        assertThat(entry.status().kind()).isEqualTo(FileKind.FILE);
        assertThat(entry.status().version().size()).isEqualTo(1234);
        assertThat(FakeFile.date(entry.status().version().modified())).isEqualTo(served.lastModified());
        assertThat(first.requests()).hasSize(1);
    }

    @Test
    void whereHeadIsRefusedOneByteIsAskedFor() throws Exception {
        first.put(PATH, BYTES);
        first.next(PATH, FakeAnswer.status(405, "no HEAD"));
        assertThat(look(first.url(PATH)).status().version().size()).isEqualTo(SIZE);
        assertThat(first.requests().get(1).method()).isEqualTo("GET");
        assertThat(first.requests().get(1).range()).isEqualTo("bytes=0-0");
    }

    @Test
    void nodeThatServesNoRangesIsNotReadToTheEnd() throws Exception {
        first.put(PATH, BYTES);
        first.next(PATH, FakeAnswer.status(405, "no HEAD"));
        first.next(PATH, FakeAnswer.servedWhole());
        assertThat(look(first.url(PATH)).status().version().size()).isEqualTo(SIZE);
    }

    @Test
    void emptyFileOfWhichNoByteCanBeHadIsEmpty() throws Exception {
        first.put(PATH, new byte[0]);
        first.next(PATH, FakeAnswer.status(405, "no HEAD"));
        assertThat(look(first.url(PATH)).status().version().size()).isZero();
    }

    @Test
    void webPageIsNoFileUnlessItsNameSaysSo() throws Exception {
        first.always(PATH, FakeAnswer.page());
        assertFails(first.url(PATH), ErrorCode.NOT_DATA, "sends a web page instead of the file");
        for (String name : List.of("/a.html", "/b.HTM")) {
            first.always(name, FakeAnswer.page());
            assertThat(look(first.url(name)).status().version().size()).isEqualTo(26);
        }
    }

    @Test
    void answerWithoutASizeTellsNothing() {
        first.always(PATH, FakeAnswer.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"));
        assertFails(first.url(PATH), ErrorCode.NOT_DATA, "does not give its size");
    }

    @Test
    @Tag("N3")
    void refusalThatPassesDoesNotEndALook() throws Exception {
        first.put(PATH, BYTES);
        first.next(PATH, FakeAnswer.status(403, ""), FakeAnswer.status(403, ""));
        assertThat(look(first.url(PATH)).status().version().size()).isEqualTo(SIZE);
    }

    @Test
    @Tag("N4")
    void fileThatIsBeingStagedIsLookedAtWhenItIsThere() throws Exception {
        first.put(PATH, BYTES);
        FakeAnswer staging = FakeAnswer.raw("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\nRetry-After: 1\r\n\r\n");
        first.next(PATH, staging, staging);
        assertThat(look(first.url(PATH)).status().version().size()).isEqualTo(SIZE);
    }

    @Test
    @Tag("D8")
    void headThatIsBrokenOffIsFollowedByAGetOfOneByte() throws Exception {
        first.put(PATH, BYTES);
        first.put("/b.nc", BYTES);
        FakeAnswer breaking = (node, request, out) ->
                !request.method().equals("HEAD") && FakeAnswer.served().answer(node, request, out);
        first.always(PATH, breaking);
        first.always("/b.nc", breaking);
        HttpLook look = new HttpLook(fixture.nodes);
        assertThat(begin(look, first.url(PATH))
                        .get(20, SECONDS)
                        .status()
                        .version()
                        .size())
                .isEqualTo(SIZE);
        assertThat(first.requests(PATH).get(first.requests(PATH).size() - 1).range())
                .isEqualTo("bytes=0-0");
        assertThat(begin(look, first.url("/b.nc"))
                        .get(20, SECONDS)
                        .status()
                        .version()
                        .size())
                .isEqualTo(SIZE);
        assertThat(first.requests("/b.nc")).as("HEAD is of no use here").hasSize(1);
    }

    @Test
    @Tag("D8")
    void headWithAnyOtherAnswerThanToGetIsNotBelieved() throws Exception {
        List<FakeAnswer> answers = List.of(
                FakeAnswer.status(500, ""),
                FakeAnswer.status(501, ""),
                FakeAnswer.status(403, ""),
                FakeAnswer.status(200, "", "Content-Type: text/html"),
                FakeAnswer.raw("no HTTP at all\r\n\r\n"));
        for (int i = 0; i < answers.size(); i++) {
            String path = "/" + i + ".nc4";
            FakeFile file = FakeFile.of(BYTES);
            first.put(path, new FakeFile(BYTES, file.entityTag(), file.lastModified(), "text/html"));
            first.next(path, answers.get(i));
            assertThat(look(first.url(path)).status().version().size()).isEqualTo(SIZE);
        }
    }

    @Test
    void notFoundIsAskedAgainBeforeItIsBelieved() throws Exception {
        first.put(PATH, BYTES);
        first.next(PATH, FakeAnswer.status(404, "not now"));
        assertThat(look(first.url(PATH)).status().version().size()).isEqualTo(SIZE);
        assertFails(first.url("/none.nc"), ErrorCode.SOURCE_NOT_FOUND, "404");
        assertThat(first.requests("/none.nc").size()).isGreaterThan(1);
    }

    @Test
    void whereALoginIsNeededTheOtherMethodIsTriedToo() {
        first.always(PATH, FakeAnswer.status(403, "who are you"));
        assertFails(first.url(PATH), ErrorCode.LOGIN_NEEDED, "403");
        assertThat(first.requests()).extracting(FakeRequest::method).startsWith("HEAD", "GET");
    }

    @Test
    void nodeThatFailsIsAskedAgainAndItsTroubleIsKnown() throws Exception {
        first.put(PATH, BYTES);
        first.next(PATH, FakeAnswer.status(500, "broken"));
        assertThat(look(first.url(PATH)).status().version().size()).isEqualTo(SIZE);
        first.close();
        assertFails(first.url(PATH), ErrorCode.DATA_NODE_UNREACHABLE, "no connection");
        assertThat(view(first).failuresInARow()).isPositive();
    }

    @Test
    void nodeThatIsLeftAloneIsNotAsked() {
        first.put(PATH, BYTES);
        fixture.nodes.node(first.authority()).failed("no route", true);
        assertFails(first.url(PATH), ErrorCode.DATA_NODE_UNREACHABLE, "is not used until");
        assertThat(first.requests()).isEmpty();
    }

    @Test
    void busyNodeIsAskedAgainAfterThePauseThatItAskedFor() throws Exception {
        first.put(PATH, BYTES);
        first.next(PATH, FakeAnswer.raw("HTTP/1.1 429 Busy\r\nContent-Length: 0\r\nRetry-After: 60\r\n\r\n"));
        CompletableFuture<DirectoryEntry> looking = begin(new HttpLook(fixture.nodes), first.url(PATH));
        until(() -> isLeftAlone(first));
        assertThat(looking).isNotDone();
        fixture.turn(Duration.ofSeconds(90));
        assertThat(looking.get(20, SECONDS).status().version().size()).isEqualTo(SIZE);
        assertThat(first.requests()).hasSize(2);
    }

    @Test
    void addressThatIsNoWebAddressIsRefused() {
        assertFails(URI.create("ftp://a.example/a.nc"), ErrorCode.INVALID_REQUEST, "is not an http or https address");
    }

    @Test
    void addressThatWasNotNamedIsRefusedAndSaysNothingAboutTheNode() {
        assertFails(URI.create("http://127.0.0.2:9/a.nc"), ErrorCode.ADDRESS_REFUSED, "");
    }

    @Test
    void manyLooksAreDoneInTurnAndTooManyAreRefused() throws Exception {
        first.put(PATH, BYTES);
        HttpLook look = new HttpLook(fixture.nodes);
        List<CompletableFuture<DirectoryEntry>> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) all.add(begin(look, first.url(PATH)));
        for (CompletableFuture<DirectoryEntry> each : all) {
            assertThat(each.get(20, SECONDS).status().version().size()).isEqualTo(SIZE);
        }
        assertThat(first.connections()).as("connections are used again").isLessThan(20);
    }
}
