package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.core.source.http.HttpFixture.netcdf;
import static org.bdm.core.source.http.HttpFixture.wanted;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.Epoch;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.source.WantedFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A file that cannot be had says nothing about the others of its node, and a node that is left alone nothing about its files. */
class HealthyFilesTest extends TwoDataNodes {
    private static final int FILES = 50;
    private static final int BROKEN = 12;
    private static final int SMALL = 20_000;

    private enum Fault {
        SERVER_ERROR(FakeAnswer.status(500, "broken"), ErrorCode.DATA_NODE_UNREACHABLE),
        BAD_GATEWAY(FakeAnswer.status(502, "broken"), ErrorCode.DATA_NODE_UNREACHABLE),
        NOT_FOUND(FakeAnswer.status(404, "gone"), ErrorCode.SOURCE_NOT_FOUND),
        CUT(FakeAnswer.cutAfter(0), ErrorCode.CONNECTION_LOST),
        CLOSED((node, request, out) -> false, ErrorCode.CONNECTION_LOST),
        PAGE(FakeAnswer.page(), ErrorCode.NOT_DATA),
        OTHER_SIZE(FakeAnswer.status(200, "short"), ErrorCode.SOURCE_CHANGED),
        LOGIN(FakeAnswer.status(403, "no"), ErrorCode.LOGIN_NEEDED);

        private final FakeAnswer answer;
        private final ErrorCode code;

        Fault(FakeAnswer answer, ErrorCode code) {
            this.answer = answer;
            this.code = code;
        }
    }

    @ParameterizedTest
    @EnumSource
    void brokenFilesThatComeFirstDoNotHoldUpTheHealthyOnesOfTheirNode(Fault fault) {
        List<WantedFile> files = files(first);
        for (int i = 0; i < BROKEN; i++) first.always("/" + i + ".nc", fault.answer);
        source().want(files);
        files.forEach(file -> until(() -> listener.of(file.file()).isOver()));
        for (int i = 0; i < FILES; i++) {
            var failure = listener.of(files.get(i).file()).failure;
            if (i < BROKEN) assertThat(failure.code()).as(failure.detail()).isEqualTo(fault.code);
            else assertThat(failure).as("file %d", i).isNull();
        }
        assertThat(view(first).nextTry()).isEmpty();
        assertThat(view(first).connectionsMax()).isEqualTo(6);
    }

    @Test
    void fileForWhichItsNodeIsBusyForLongDoesNotHoldUpTheOthers() {
        List<WantedFile> files = files(first);
        for (int i = 0; i < 2; i++) {
            first.always("/" + i + ".nc", FakeAnswer.status(503, "busy", "Retry-After: 600"));
        }
        source().want(files);
        files.forEach(file -> until(() -> listener.of(file.file()).isOver()));
        for (int i = 0; i < FILES; i++) {
            var failure = listener.of(files.get(i).file()).failure;
            if (i < 2) assertThat(failure.code()).isEqualTo(ErrorCode.DATA_NODE_BUSY);
            else assertThat(failure).as("file %d", i).isNull();
        }
        assertThat(view(first).nextTry()).isEmpty();
    }

    @Test
    void nodeThatIsBusyForEveryFileGetsAPause() {
        List<WantedFile> files = files(first);
        for (int i = 0; i < FILES; i++)
            first.always("/" + i + ".nc", FakeAnswer.status(503, "busy", "Retry-After: 40"));
        source().want(files);
        until(() -> !first.requests().isEmpty()); // before that the node is not known
        until(() -> isLeftAlone(first));
        assertThat(view(first).connectionsMax()).isLessThan(6);
    }

    @Test
    void nodeThatBringsNoFileAtAllIsLeftAlone() {
        List<WantedFile> files = files(first);
        for (int i = 0; i < FILES; i++) first.always("/" + i + ".nc", FakeAnswer.status(500, "broken"));
        source().want(files);
        files.forEach(file -> assertFailed(file, ErrorCode.DATA_NODE_UNREACHABLE));
        assertThat(view(first).nextTry()).isPresent();
        assertThat(first.requests().size()).isLessThan(FILES + 10);
    }

    @Test
    void nodeThatIsSilentForThreeFilesIsLeftAloneAndForOneIsNot() {
        first.always("/0.nc", FakeAnswer.after(latch, FakeAnswer.served()));
        List<WantedFile> files = files(first);
        source().want(files.subList(0, 1));
        until(() -> first.requests("/0.nc").size() == 1);
        fixture.turn(Duration.ofSeconds(31));
        until(() -> first.requests("/0.nc").size() == 2);
        assertThat(view(first).nextTry()).isEmpty();
        for (int i = 1; i < 3; i++) first.always("/" + i + ".nc", FakeAnswer.after(latch, FakeAnswer.served()));
        source().want(files.subList(1, 3));
        until(() ->
                first.requests("/2.nc").size() == 1 && first.requests("/1.nc").size() == 1);
        fixture.turn(Duration.ofSeconds(31));
        until(() -> isLeftAlone(first));
    }

    @Test
    void nodeIsNotBlamedForTheOneThatItRedirectsTo() {
        List<WantedFile> files = files(first);
        for (int i = 0; i < BROKEN; i++) {
            first.always(
                    "/" + i + ".nc",
                    FakeAnswer.redirect(302, second.url("/" + i + ".nc").toString()));
        }
        second.close();
        source().want(files);
        for (int i = 0; i < FILES; i++) {
            var received = over(files.get(i));
            if (i < BROKEN) assertThat(received.failure.code()).isEqualTo(ErrorCode.DATA_NODE_UNREACHABLE);
            else assertThat(received.failure).as("file %d", i).isNull();
        }
        assertThat(view(first).nextTry()).isEmpty();
    }

    // ---- copies that only rest ----

    @Test
    void fileWaitsForItsGoodCopyAlthoughAnotherHasAnotherSize() {
        URI good = first.put(PATH, BYTES);
        URI other = second.put(PATH, netcdf(SIZE + 5, 2));
        first.next(PATH, FakeAnswer.status(429, "busy", "Retry-After: 600"));
        WantedFile file = ask(SIZE, good, other);
        assertFailed(file, ErrorCode.DATA_NODE_BUSY);
        assertThat(listener.of(file.file()).failure.detail()).contains(SIZE + 5 + " bytes", "not used until");
        fixture.turn(Duration.ofMinutes(11));
        listener.again(file.file());
        source().want(List.of(file));
        assertArrived(file);
    }

    @Test
    void otherSizeIsBelievedWhenTheOtherCopyWasGoneForLong() {
        first.close();
        URI other = second.put(PATH, netcdf(SIZE + 5, 2));
        WantedFile file = ask(SIZE, first.url(PATH), other);
        for (int i = 0; i < 3; i++) {
            assertFailed(file, ErrorCode.DATA_NODE_UNREACHABLE);
            fixture.turn(Duration.ofMinutes(15));
            listener.again(file.file());
            source().want(List.of(file));
        }
        assertFailed(file, ErrorCode.SOURCE_CHANGED);
    }

    @Test
    void statusIsThatOfTheCopyWithTheExpectedSizeAndWaitsForOneThatRests() {
        URI other = second.put(PATH, netcdf(SIZE + 5, 2));
        WantedFile file = wanted(1, SIZE, other, first.put(PATH, BYTES));
        assertThat(sizeNow(file)).isEqualTo(SIZE);
        first.always(PATH, FakeAnswer.status(500, "broken"));
        assertThat(source().statusOf(file.file(), file.path(), file.expected(), file.copies())
                        .toCompletableFuture())
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withMessageContaining("500");
        first.always(PATH, FakeAnswer.status(404, "gone"));
        assertThat(sizeNow(file)).isEqualTo(SIZE + 5);
    }

    @Test
    void copyThatRestsIsStillToBeTriedAfterAnotherGaveAWrongDigest() {
        Checksum published = Checksum.ofHex(ChecksumAlgorithm.MD5, "1".repeat(32));
        Checksum found = Checksum.ofHex(ChecksumAlgorithm.MD5, "2".repeat(32));
        URI good = first.url(PATH);
        first.close();
        assertFailed(ask(SIZE, good), ErrorCode.DATA_NODE_UNREACHABLE); // its breaker is open
        WantedFile both = wanted(2, SIZE, second.put(PATH, netcdf(SIZE, 2)), good);
        source().want(List.of(both));
        assertThat(over(both).failure).isNull();
        assertThat(source().mistrust(both.file(), new Epoch(1), published, found, 0))
                .isInstanceOf(DigestVerdict.Again.class);
        int asked = second.requests().size();
        for (int again = 0; again < 2; again++) {
            WantedFile anew = new WantedFile(
                    both.file(), new Epoch(2), both.path(), both.expected(), both.ranges(), false, both.copies());
            listener.again(both.file());
            source().want(List.of(anew));
            assertFailed(anew, ErrorCode.DATA_NODE_UNREACHABLE);
            assertThat(listener.of(both.file()).failure.detail()).contains("not used until", "gave MD5");
        }
        assertThat(second.requests()).as("a copy that is known to be wrong").hasSize(asked);
    }

    private long sizeNow(WantedFile file) {
        return source().statusOf(file.file(), file.path(), file.expected(), file.copies())
                .toCompletableFuture()
                .join()
                .orElseThrow()
                .status()
                .version()
                .size();
    }

    private static List<WantedFile> files(FakeDataNode node) {
        List<WantedFile> files = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            files.add(wanted(i + 1, SMALL, node.put("/" + i + ".nc", netcdf(SMALL, i))));
        }
        return files;
    }
}
