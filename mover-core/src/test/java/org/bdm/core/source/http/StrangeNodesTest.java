package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.core.source.http.HttpFixture.netcdf;
import static org.bdm.core.source.http.HttpFixture.unvouched;
import static org.bdm.core.source.http.HttpFixture.wanted;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.source.RecordingSourceListener.Received;
import org.bdm.core.source.WantedFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real servers that answer otherwise than one would guess, and how their files arrive all the same: docs/compatibility.md. */
class StrangeNodesTest extends TwoDataNodes {
    private static final int MIB = 1 << 20;
    private static final int BIG = 40 * MIB;
    private static final byte[] BIG_BYTES = netcdf(BIG, 7);

    private void assertBig(WantedFile file) {
        Received received = over(file);
        assertThat(received.failure).isNull();
        assertThat(Arrays.equals(received.content(BIG), BIG_BYTES)).isTrue();
    }

    private WantedFile big(FakeDataNode... nodes) {
        List<java.net.URI> urls = new ArrayList<>();
        for (FakeDataNode node : nodes) urls.add(node.put(PATH, BIG_BYTES));
        return wanted(1, BIG, urls.toArray(java.net.URI[]::new));
    }

    // ---- names of fields: XRootD ----

    @Test
    @Tag("D1")
    void nodeThatReadsFieldNamesInTheirUsualSpellingOnlyServesRanges() {
        WantedFile file = big(first);
        first.always(
                PATH,
                (node, request, out) -> request.names().contains("Range")
                        ? FakeAnswer.served().answer(node, request, out)
                        : FakeAnswer.servedWhole().answer(node, request, out));
        source().want(List.of(file));
        assertBig(file);
        assertThat(first.requests(PATH)).hasSizeGreaterThan(1);
        assertThat(first.requests(PATH).get(0).names())
                .contains("Host", "User-Agent", "Accept", "Accept-Encoding", "Range");
    }

    // ---- a node that can send the whole is enough: python http.server, weborf ----

    @Test
    @Tag("N2")
    void nodeWithoutRangesBringsABigFileByOneGet() {
        WantedFile file = big(first);
        first.always(PATH, FakeAnswer.servedWhole());
        source().want(List.of(file));
        assertBig(file);
        assertThat(first.requests(PATH)).hasSize(1);
        assertThat(view(first).servesNoRanges()).as("for explain").isTrue();
    }

    @Test
    @Tag("N2")
    void partsThatAreWantedLaterAreTakenFromTheSameAnswer() {
        first.put(PATH, BIG_BYTES);
        first.always(PATH, FakeAnswer.servedWhole());
        WantedFile part = wanted(1, 1, BIG, List.of(new ByteRange(0, 10 * MIB)), first.url(PATH));
        source().want(List.of(part));
        until(() -> listener.of(part.file()).isOver());
        listener.again(part.file());
        WantedFile gap = wanted(1, 1, BIG, List.of(new ByteRange(20 * MIB, BIG - 20 * MIB)), first.url(PATH));
        source().want(List.of(gap));
        until(() -> listener.of(part.file()).isOver());
        assertThat(listener.of(part.file()).ranges.ranges())
                .containsExactly(new ByteRange(0, 10 * MIB), new ByteRange(20 * MIB, BIG - 20 * MIB));
        assertThat(first.requests(PATH)).hasSize(1);
    }

    @Test
    @Tag("N2")
    void nodeWithoutRangesGivesTheMissingEndOfAFileThatWasBegun() {
        first.put(PATH, BIG_BYTES);
        first.always(PATH, FakeAnswer.servedWhole());
        ByteRange missing = new ByteRange(30 * MIB, 10 * MIB);
        WantedFile rest = wanted(1, 1, BIG, List.of(missing), first.url(PATH));
        source().want(List.of(rest));
        assertThat(over(rest).failure).isNull();
        assertThat(over(rest).ranges.ranges()).containsExactly(missing);
    }

    @Test
    @Tag("N2")
    void rangesThatAreAnsweredWronglyAreFollowedByOneGetOfTheWhole() {
        List<FakeAnswer> wrong = List.of(
                FakeAnswer.status(416, "", "Content-Range: bytes */" + BIG),
                FakeAnswer.status(206, "abc", "Content-Range: bytes 5-7/" + BIG),
                FakeAnswer.status(206, "abc"),
                FakeAnswer.status(206, "--x\r\n", "Content-Type: multipart/byteranges; boundary=x"));
        for (int i = 0; i < wrong.size(); i++) {
            FakeAnswer answer = wrong.get(i);
            String path = "/" + i + ".nc";
            first.put(path, BIG_BYTES);
            first.always(
                    path,
                    (node, request, out) -> request.range().isEmpty()
                            ? FakeAnswer.served().answer(node, request, out)
                            : answer.answer(node, request, out));
            WantedFile file = wanted(i + 1, BIG, first.url(path));
            source().want(List.of(file));
            assertBig(file);
            assertThat(first.requests(path)).hasSize(2);
        }
    }

    // ---- two contents under one name ----

    @Test
    @Tag("N1")
    void fileThatNobodyVouchesForComesInOneRequest() {
        byte[] other = netcdf(BIG, 8);
        AtomicInteger asked = new AtomicInteger();
        first.always(PATH, (node, request, out) -> {
            byte[] now = asked.getAndIncrement() == 0 ? BIG_BYTES : other;
            node.put(PATH, new FakeFile(now, null, null, "application/x-netcdf"));
            return FakeAnswer.served().answer(node, request, out);
        });
        WantedFile file = unvouched(wanted(1, BIG, first.url(PATH)));
        source().want(List.of(file));
        assertBig(file);
        assertThat(first.requests(PATH)).hasSize(1);
        assertThat(first.requests(PATH).get(0).range()).isEmpty();
    }

    @Test
    @Tag("N1")
    void restOfAFileThatNobodyVouchesForIsNotAddedToWhatCame() {
        first.put(PATH, new FakeFile(BIG_BYTES, null, FakeFile.of(BIG_BYTES).lastModified(), "application/x-netcdf"));
        first.next(PATH, FakeAnswer.cutAfter(10 * MIB));
        WantedFile file = unvouched(wanted(1, BIG, first.url(PATH)));
        source().want(List.of(file));
        assertFailed(file, ErrorCode.CONNECTION_LOST);
        assertThat(over(file).failure.detail()).contains("the file starts again");
        assertThat(source().mayGoOn(file.file())).isFalse();
    }

    @Test
    @Tag("N1")
    void restIsAddedWhereAStrongTagTellsThatItIsOfTheSameContent() {
        first.put(PATH, BIG_BYTES);
        first.next(PATH, FakeAnswer.cutAfter(10 * MIB));
        WantedFile file = unvouched(wanted(1, BIG, first.url(PATH)));
        source().want(List.of(file));
        assertBig(file);
        assertThat(first.requests(PATH)).hasSize(2);
        assertThat(first.requests(PATH).get(1).fields()).containsKey("if-range");
        assertThat(first.requests(PATH).get(1).range()).isEqualTo("bytes=" + 10 * MIB + "-" + (BIG - 1));
    }

    @Test
    @Tag("D3")
    void nodeThatTellsTheOldTagForNewBytesCannotMixThem() {
        FakeFile old = FakeFile.of(BIG_BYTES);
        byte[] other = netcdf(BIG, 8);
        AtomicInteger asked = new AtomicInteger();
        first.always(PATH, (node, request, out) -> {
            byte[] now = asked.getAndIncrement() == 0 ? BIG_BYTES : other;
            node.put(PATH, new FakeFile(now, old.entityTag(), old.lastModified(), old.contentType()));
            return FakeAnswer.served().answer(node, request, out);
        });
        WantedFile file = unvouched(wanted(1, BIG, first.url(PATH)));
        source().want(List.of(file));
        assertBig(file);
        assertThat(first.requests(PATH)).hasSize(1);
    }

    @Test
    @Tag("N1")
    void bytesOfTwoCopiesThatNobodyVouchesForAreNotMixed() {
        first.put(PATH, BIG_BYTES);
        first.next(PATH, FakeAnswer.cutAfter(10 * MIB));
        first.always(PATH, FakeAnswer.status(500, "broken"));
        second.put(PATH, netcdf(BIG, 8));
        WantedFile file = unvouched(wanted(1, BIG, first.url(PATH), second.url(PATH)));
        source().want(List.of(file));
        assertThat(over(file).failure).isNotNull();
        assertThat(source().mayGoOn(file.file()))
                .as("the other copy from the start")
                .isFalse();
        assertThat(second.requests(PATH)).isEmpty();
    }

    // ---- a published digest outranks validators, sizes, types, encodings ----

    @Test
    @Tag("D2")
    void equalNodesBehindOneAddressMayTellOtherValidators() {
        FakeFile one = FakeFile.of(BIG_BYTES);
        FakeFile two = new FakeFile(
                BIG_BYTES, "\"other\"", FakeFile.date(java.time.Instant.ofEpochSecond(1)), one.contentType());
        AtomicInteger asked = new AtomicInteger();
        first.always(PATH, (node, request, out) -> {
            node.put(PATH, asked.getAndIncrement() % 2 == 0 ? one : two);
            return FakeAnswer.served().answer(node, request, out);
        });
        WantedFile file = wanted(1, BIG, first.url(PATH));
        source().want(List.of(file));
        assertBig(file);
        assertThat(first.requests(PATH)).hasSizeGreaterThan(1);
        var now = source().statusOf(file.file(), file.path(), file.expected(), file.copies())
                .toCompletableFuture()
                .join();
        assertThat(now.orElseThrow().status().version()).isEqualTo(file.expected());
    }

    private FakeAnswer tellsMore(boolean isIdle) {
        return (node, request, out) -> {
            out.write(("HTTP/1.1 200 OK\r\nContent-Length: " + (SIZE + 5000) + "\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1));
            out.write(BYTES);
            out.flush();
            if (isIdle) FakeAnswer.after(latch, FakeAnswer.raw("")).answer(node, request, out);
            return false;
        };
    }

    @Test
    @Tag("N5")
    void nodeThatPromisesMoreBytesThanItSendsIsTakenAtItsListedSize() {
        first.always(PATH, tellsMore(false));
        assertArrived(ask(SIZE, first.url(PATH)));
    }

    @Test
    @Tag("N5")
    void nodeThatIdlesAfterTheListedBytesIsNotWaitedFor() {
        first.always(PATH, tellsMore(true));
        WantedFile file = ask(SIZE, first.url(PATH));
        until(() -> listener.of(file.file()).ranges.lengthTotal() == SIZE);
        fixture.turn(Duration.ofSeconds(6));
        assertArrived(file);
    }

    @Test
    @Tag("N5")
    void digestThatIsWrongAtTheListedSizeIsSaidWithBothSizes() {
        first.always(PATH, tellsMore(false));
        WantedFile file = ask(SIZE, first.url(PATH));
        assertArrived(file);
        until(() -> source().mistrust(
                        file.file(),
                        file.epoch(),
                        HttpFixture.PUBLISHED,
                        Checksum.ofHex(ChecksumAlgorithm.MD5, "1".repeat(32)),
                        1)
                .toString()
                .contains("says " + (SIZE + 5000) + " bytes and sent the expected " + SIZE + " bytes"));
    }

    @Test
    @Tag("N5")
    void nodeThatReallyHasMoreBytesIsAFindingWithBothNumbers() {
        byte[] longer = netcdf(SIZE + 5000, 3);
        first.put(PATH, longer);
        WantedFile file = ask(SIZE, first.url(PATH));
        assertFailed(file, ErrorCode.SOURCE_CHANGED);
        assertThat(over(file).failure.detail())
                .contains((SIZE + 5000) + " bytes")
                .contains("expected " + SIZE);
    }

    @Test
    @Tag("D6")
    void codedBytesAreTheFileWhereItsNameSaysSo() {
        AtomicReference<String> coding = new AtomicReference<>("x-gzip");
        FakeAnswer coded = (node, request, out) -> {
            ByteArrayOutputStream plain = new ByteArrayOutputStream();
            FakeAnswer.served().answer(node, request, plain);
            String text = plain.toString(StandardCharsets.ISO_8859_1);
            out.write(text.replaceFirst("\r\n", "\r\nContent-Encoding: " + coding + "\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1));
            return true;
        };
        int number = 0;
        for (Map.Entry<String, String> each : Map.of(
                        "/a.nc.gz",
                        "x-gzip",
                        "/b.GZ",
                        "gzip",
                        "/c.bz2",
                        "x-bzip2",
                        "/d.zst",
                        "zstd",
                        "/e.Z",
                        "compress",
                        "/f.br",
                        "br")
                .entrySet()) {
            coding.set(each.getValue());
            first.put(each.getKey(), BYTES);
            first.always(each.getKey(), coded);
            WantedFile file = unvouched(wanted(++number, SIZE, first.url(each.getKey())));
            source().want(List.of(file));
            assertArrived(file);
        }
        coding.set("gzip");
        first.put("/g.nc", BYTES);
        first.always("/g.nc", coded);
        WantedFile vouched = wanted(++number, SIZE, first.url("/g.nc"));
        source().want(List.of(vouched));
        assertArrived(vouched);
        WantedFile refused = unvouched(wanted(++number, SIZE, first.url("/g.nc")));
        source().want(List.of(refused));
        assertFailed(refused, ErrorCode.NOT_DATA);
    }

    private static FakeFile typed(byte[] bytes) {
        FakeFile file = FakeFile.of(bytes);
        return new FakeFile(bytes, file.entityTag(), file.lastModified(), "text/html; charset=UTF-8");
    }

    @Test
    @Tag("D7")
    void dataWithTheTypeOfAPageIsDataByItsFirstBytes() {
        byte[] grib = netcdf(SIZE, 4);
        System.arraycopy("GRIB".getBytes(StandardCharsets.US_ASCII), 0, grib, 0, 4);
        byte[] behindUserBlock = new byte[SIZE];
        System.arraycopy(BYTES, 0, behindUserBlock, 512, SIZE - 512);
        int number = 0;
        for (Map.Entry<String, byte[]> each : Map.of("/a.nc4", BYTES, "/b.grb2", grib, "/c.nc", behindUserBlock)
                .entrySet()) {
            first.put(each.getKey(), typed(each.getValue()));
            for (boolean isVouched : List.of(true, false)) {
                WantedFile file = wanted(++number, SIZE, first.url(each.getKey()));
                source().want(List.of(isVouched ? file : unvouched(file)));
                assertThat(over(file).failure).isNull();
                assertThat(over(file).content(SIZE)).isEqualTo(each.getValue());
            }
        }
    }

    @Test
    @Tag("D7")
    void pageOfTheListedSizeIsStillAPage() {
        byte[] page = Arrays.copyOf("\n<!DOCTYPE html><html>please log in".getBytes(StandardCharsets.US_ASCII), SIZE);
        first.put("/a.nc4", typed(page));
        WantedFile file = unvouched(wanted(1, SIZE, first.url("/a.nc4")));
        source().want(List.of(file));
        assertFailed(file, ErrorCode.NOT_DATA);
        assertThat(over(file).failure.detail()).contains("perhaps a login page");
    }

    // ---- pages ----

    @Test
    @Tag("N6")
    void challengeForBrowsersIsSaidByItsName() {
        first.always(
                PATH,
                FakeAnswer.status(
                        200,
                        "<html><title>Just a moment...</title><script src=/cdn-cgi/challenge-platform/x></html>",
                        "Content-Type: text/html"));
        WantedFile file = ask(SIZE, first.url(PATH));
        assertFailed(file, ErrorCode.NOT_DATA);
        assertThat(over(file).failure.detail())
                .contains("anti-bot challenge (Cloudflare)")
                .contains("exception for the User-Agent 'bdm-test/1 (+mailto:nobody@example.org)'");
    }
}
