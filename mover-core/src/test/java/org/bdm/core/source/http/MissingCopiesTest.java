package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.replica.MissingCopy;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a source tells of copies that are not there, and what it does with those that are known as missing. */
class MissingCopiesTest extends TwoDataNodes {
    private static final Duration DAY = Duration.ofDays(1);

    private final List<String> told = new CopyOnWriteArrayList<>();

    @BeforeEach
    void listen() {
        fixture.missing = new MissingCopyListener() {
            @Override
            public void onMissing(URI location) {
                told.add("missing " + location);
            }

            @Override
            public void onBack(URI location) {
                told.add("back " + location);
            }
        };
    }

    private Instant now() {
        return fixture.nodes.now();
    }

    private WantedFile wantedFrom(long size, Copy... copies) {
        WantedFile file = new WantedFile(
                new FileId(1),
                new Epoch(1),
                StorePath.ofUtf8("file-1"),
                HttpFixture.listed(size),
                size == 0 ? List.of() : List.of(new ByteRange(0, size)),
                false,
                List.of(copies));
        source().want(List.of(file));
        return file;
    }

    private Copy missing(URI location, int occasions, Duration ago) {
        Instant last = now().minus(ago);
        MissingCopy known = new MissingCopy(occasions, last.minus(DAY.multipliedBy(20)), last, last);
        return new Copy(location, 0).withMissing(Optional.of(known));
    }

    // ---- what is told ----

    @Test
    void copyThatIsNotFoundTwiceIsToldOnce() {
        assertArrived(ask(SIZE, first.url(PATH), second.put(PATH, BYTES)));
        assertFailed(wantedOther(first.url(PATH)), ErrorCode.SOURCE_NOT_FOUND);
        assertThat(told).containsExactly("missing " + first.url(PATH));
    }

    private WantedFile wantedOther(URI location) {
        WantedFile file = HttpFixture.wanted(2, SIZE, location);
        source().want(List.of(file));
        return file;
    }

    @Test
    void copyThatIsNotFoundOnceAndThenComesIsNothingToTell() {
        first.put(PATH, BYTES);
        first.next(PATH, FakeAnswer.status(404, "Problem sending file"));
        assertArrived(ask(SIZE, first.url(PATH)));
        assertThat(told).isEmpty();
    }

    @Test
    void copyThatWasMissingAndBringsBytesIsToldOnce() {
        assertArrived(wantedFrom(SIZE, missing(first.put(PATH, BYTES), 2, DAY)));
        assertThat(told).containsExactly("back " + first.url(PATH));
    }

    @Test
    void emptyFileThatIsBackIsToldToo() {
        WantedFile file = wantedFrom(0, missing(first.put(PATH, new byte[0]), 1, DAY));
        assertThat(over(file).failure).isNull();
        assertThat(told).containsExactly("back " + first.url(PATH));
    }

    // ---- what is done ----

    @Test
    void copyThatWasMissingIsAskedAfterTheOthers() {
        Copy good = new Copy(second.put(PATH, BYTES), 9);
        assertArrived(wantedFrom(SIZE, missing(first.put(PATH, BYTES), 1, DAY), good));
        assertThat(first.requests()).isEmpty();
        assertThat(told).isEmpty();
    }

    @Test
    void copyThatIsPermanentlyMissingIsNotAsked() {
        assertArrived(wantedFrom(SIZE, missing(first.put(PATH, BYTES), 3, DAY), new Copy(second.put(PATH, BYTES), 9)));
        assertThat(first.requests()).isEmpty();
    }

    @Test
    void fileWhoseCopiesAreAllPermanentlyMissingFailsAtOnceSayingWhy() {
        WantedFile file =
                wantedFrom(SIZE, missing(first.url(PATH), 3, DAY), missing(second.url(PATH), 4, DAY.multipliedBy(29)));
        assertFailed(file, ErrorCode.SOURCE_NOT_FOUND);
        assertThat(over(file).failure.detail())
                .contains(first.url(PATH) + " was missing on 3 occasions between")
                .contains(second.url(PATH) + " was missing on 4 occasions between")
                .contains("it is tried again after");
        assertThat(first.requests()).isEmpty();
        assertThat(second.requests()).isEmpty();
        assertThat(told).isEmpty();
    }

    @Test
    void fileWithACopyThatMayComeBackIsTriedAgainLater() {
        second.close();
        WantedFile file = wantedFrom(SIZE, missing(first.url(PATH), 3, DAY), new Copy(second.url(PATH), 1));
        assertFailed(file, ErrorCode.DATA_NODE_UNREACHABLE);
        assertThat(over(file).failure.detail()).contains("was missing on 3 occasions");
    }

    @Test
    void copyThatIsPermanentlyMissingIsAskedAgainAfterThirtyDays() {
        assertArrived(wantedFrom(SIZE, missing(first.put(PATH, BYTES), 3, DAY.multipliedBy(30))));
        assertThat(told).containsExactly("back " + first.url(PATH));
    }

    @Test
    void statusOfAFileThatIsPermanentlyMissingAsksNobody() {
        List<Copy> copies = List.of(missing(first.put(PATH, BYTES), 3, DAY));
        var answer = source().statusOf(new FileId(1), StorePath.ofUtf8("file-1"), HttpFixture.listed(SIZE), copies)
                .toCompletableFuture();
        CompletionException failure = catchThrowableOfType(CompletionException.class, answer::join);
        assertThat(failure.getCause())
                .isInstanceOfSatisfying(
                        MoverException.class,
                        reason -> assertThat(reason.code()).isEqualTo(ErrorCode.SOURCE_NOT_FOUND))
                .hasMessageContaining("was missing on 3 occasions");
        assertThat(first.requests()).isEmpty();
    }

    @Test
    void afterAWrongDigestACopyThatIsLeftAloneIsNoOtherAndTheOnlyOneGetsASecondTry() {
        WantedFile file =
                wantedFrom(SIZE, new Copy(first.put(PATH, BYTES), 0), missing(second.put(PATH, BYTES), 3, DAY));
        assertArrived(file);
        Checksum published = Checksum.ofHex(ChecksumAlgorithm.MD5, "0".repeat(32));
        Checksum found = Checksum.ofHex(ChecksumAlgorithm.MD5, "1".repeat(32));
        assertThat(source().mistrust(file.file(), new Epoch(1), published, found, 0))
                .isInstanceOf(DigestVerdict.Again.class);
        listener.again(file.file());
        listener.of(file.file()).ranges.remove(new ByteRange(0, SIZE));
        WantedFile again = new WantedFile(
                file.file(), new Epoch(2), file.path(), file.expected(), file.ranges(), false, file.copies());
        source().want(List.of(again));
        assertArrived(again);
        assertThat(source().mistrust(file.file(), new Epoch(2), published, found, 1))
                .isInstanceOf(DigestVerdict.Wrong.class);
        assertThat(second.requests()).isEmpty();
    }

    @Test
    void aSessionThatGoesOnForDaysCountsByTheSameRule() {
        WantedFile file = ask(SIZE, first.url(PATH));
        for (int occasion = 1; occasion <= 3; occasion++) {
            assertFailed(file, ErrorCode.SOURCE_NOT_FOUND);
            assertThat(first.requests(PATH)).hasSize(2 * occasion);
            fixture.turn(DAY.multipliedBy(5));
            listener.again(file.file());
            source().want(List.of(file));
        }
        assertFailed(file, ErrorCode.SOURCE_NOT_FOUND);
        assertThat(over(file).failure.detail()).contains("was missing on 3 occasions");
        assertThat(first.requests(PATH)).hasSize(6);
        assertThat(told).hasSize(3);
    }
}
