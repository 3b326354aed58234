package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.core.source.http.HttpFixture.netcdf;
import static org.bdm.core.source.http.HttpFixture.unvouched;
import static org.bdm.core.source.http.HttpFixture.wanted;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.source.WantedFile;
import org.bdm.core.source.http.question.Validators;
import org.bdm.core.store.FileVersion;
import org.junit.jupiter.api.Test;

/** That all ranges of a file are of one content, within a session and over restarts. */
class ValidatorCheckTest extends TwoDataNodes {
    private static final int LARGE = 12 << 20;
    private static final ByteRange REST = new ByteRange(5 << 20, 7 << 20);

    private static WantedFile expecting(WantedFile file, long identity) {
        FileVersion listed = file.expected();
        FileVersion version = new FileVersion(listed.size(), Instant.EPOCH, Instant.EPOCH, identity);
        return new WantedFile(file.file(), file.epoch(), file.path(), version, file.ranges(), false, file.copies());
    }

    private static Validators validators(FakeFile served, long size) {
        return new Validators(
                size, Optional.ofNullable(served.entityTag()), Optional.ofNullable(served.lastModified()));
    }

    @Test
    void fileIsTakenOnlyWithTheEntityTagThatWasLookedAt() {
        FakeFile served = FakeFile.of(BYTES);
        first.put(PATH, served);
        long identity = validators(served, SIZE).identity();
        WantedFile right = expecting(unvouched(wanted(1, SIZE, first.url(PATH))), identity);
        source().want(List.of(right));
        assertThat(over(right).failure).isNull();
        assertThat(over(right).content(SIZE)).isEqualTo(BYTES);
        WantedFile wrong = expecting(unvouched(wanted(2, SIZE, first.url(PATH))), identity + 1);
        source().want(List.of(wrong));
        assertFailed(wrong, ErrorCode.SOURCE_CHANGED);
        assertThat(listener.of(wrong.file()).ranges.isEmpty()).isTrue();
    }

    @Test
    void restOfAFileComesWhenOneOfItsCopiesIsRemembered() {
        HttpFixture.KeptValidators memory = new HttpFixture.KeptValidators();
        fixture.memory = memory;
        FakeFile served = FakeFile.of(netcdf(LARGE, 1));
        first.put(PATH, served);
        second.put(PATH, served);
        WantedFile rest = unvouched(wanted(1, 1, LARGE, List.of(REST), first.url(PATH), second.url(PATH)));
        memory.remember(rest.file(), second.url(PATH), validators(served, LARGE));
        source().want(List.of(rest));
        assertThat(over(rest).failure).isNull();
        assertThat(over(rest).ranges.ranges()).containsExactly(REST);
    }

    @Test
    void restOfAFileOfWhichNoCopyIsRememberedIsBegunAnew() {
        fixture.memory = new HttpFixture.KeptValidators();
        WantedFile rest = unvouched(wanted(1, 1, LARGE, List.of(REST), first.put(PATH, netcdf(LARGE, 1))));
        source().want(List.of(rest));
        assertFailed(rest, ErrorCode.SOURCE_CHANGED);
        assertThat(over(rest).failure.detail()).contains("not known which content");
        assertThat(first.requests()).isEmpty();
    }

    @Test
    void startOfAFileOfWhichNothingIsRememberedIsSimplyFetched() {
        fixture.memory = new HttpFixture.KeptValidators();
        byte[] bytes = netcdf(LARGE, 1);
        WantedFile file = unvouched(wanted(1, LARGE, first.put(PATH, bytes)));
        source().want(List.of(file));
        assertThat(over(file).failure).isNull();
        assertThat(over(file).content(LARGE)).isEqualTo(bytes);
    }

    @Test
    void copyThatIsNoLongerAsRememberedGivesNothing() {
        HttpFixture.KeptValidators memory = new HttpFixture.KeptValidators();
        fixture.memory = memory;
        first.put(PATH, netcdf(LARGE, 2));
        WantedFile rest = unvouched(wanted(1, 1, LARGE, List.of(REST), first.url(PATH)));
        memory.remember(rest.file(), first.url(PATH), validators(FakeFile.of(netcdf(LARGE, 1)), LARGE));
        source().want(List.of(rest));
        assertFailed(rest, ErrorCode.SOURCE_CHANGED);
        assertThat(over(rest).failure.detail()).contains("before " + LARGE + " bytes, ETag");
        assertThat(listener.of(rest.file()).ranges.isEmpty()).isTrue();
    }

    @Test
    void memoryThatCannotKeepFailsTheFileWithItsReason() {
        AtomicInteger tries = new AtomicInteger();
        fixture.memory = new ValidatorMemory() {
            @Override
            public CompletionStage<Optional<Validators>> recall(FileId file, URI location) {
                return CompletableFuture.completedFuture(Optional.empty());
            }

            @Override
            public CompletionStage<Void> remember(FileId file, URI location, Validators validators) {
                return CompletableFuture.failedFuture(
                        tries.getAndIncrement() == 0
                                ? new MoverException(ErrorCode.CATALOG_UNAVAILABLE, "down")
                                : new IllegalStateException("broken"));
            }
        };
        byte[] bytes = netcdf(LARGE, 1);
        WantedFile file = unvouched(wanted(1, LARGE, first.put(PATH, bytes)));
        source().want(List.of(file));
        assertFailed(file, ErrorCode.CATALOG_UNAVAILABLE);
        WantedFile other = unvouched(wanted(2, LARGE, first.url(PATH)));
        source().want(List.of(other));
        assertFailed(other, ErrorCode.INTERNAL);
        assertThat(over(other).failure.detail()).contains("cannot be stored");
    }

    @Test
    void fileThatChangedIsFetchedAnewAndRememberedAsItIsNow() {
        HttpFixture.KeptValidators memory = new HttpFixture.KeptValidators();
        fixture.memory = memory;
        byte[] now = netcdf(LARGE, 2);
        first.put(PATH, now);
        WantedFile rest = unvouched(wanted(1, 1, LARGE, List.of(REST), first.url(PATH)));
        memory.remember(rest.file(), first.url(PATH), validators(FakeFile.of(netcdf(LARGE, 1)), LARGE));
        source().want(List.of(rest));
        assertFailed(rest, ErrorCode.SOURCE_CHANGED);
        listener.again(rest.file());
        WantedFile whole = unvouched(wanted(1, 2, LARGE, List.of(new ByteRange(0, LARGE)), first.url(PATH)));
        source().want(List.of(whole));
        assertThat(over(whole).failure).isNull();
        assertThat(over(whole).content(LARGE)).isEqualTo(now);
        assertThat(memory.recall(whole.file(), first.url(PATH))
                        .toCompletableFuture()
                        .join())
                .contains(validators(FakeFile.of(now), LARGE));
    }
}
