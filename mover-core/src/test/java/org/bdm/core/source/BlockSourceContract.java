package org.bdm.core.source;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.source.RecordingSourceListener.Received;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.junit.jupiter.api.Test;

/** What every {@link BlockSource} does. A test of a source extends this, or the one for sites, and says how it is opened. */
public abstract class BlockSourceContract {
    private static final int MIB = 1 << 20;

    protected final RecordingSourceListener listener = new RecordingSourceListener();

    /** What the source serves. */
    protected abstract WritableStore store();

    /** A source of {@link #store}, opened with {@link #listener}. */
    protected abstract BlockSource source();

    @Test
    void bringsAFileOfManyBlocks() {
        WantedFile wanted = put(1, "big.nc", 5 * MIB + 17, false);
        source().want(List.of(wanted));
        assertArrived(wanted);
    }

    @Test
    void bringsSmallFiles() {
        List<WantedFile> wanted = new ArrayList<>();
        for (int i = 1; i <= 300; i++) wanted.add(put(i, "small/" + i + ".nc", i % 7 == 0 ? 0 : 10 * i, true));
        source().want(wanted);
        wanted.forEach(this::assertArrived);
    }

    @Test
    void bringsAnEmptyFileWithoutAnyBlock() {
        WantedFile wanted = put(1, "empty", 0, false);
        source().want(List.of(wanted));
        assertArrived(wanted);
    }

    @Test
    void bringsOnlyTheRangesAskedFor() {
        WantedFile whole = put(1, "part.nc", 3 * MIB, false);
        List<ByteRange> ranges = List.of(new ByteRange(5, 100), new ByteRange(MIB, MIB + 3));
        source().want(List.of(
                new WantedFile(whole.file(), whole.epoch(), whole.path(), whole.expected(), ranges, false)));
        Received received = over(whole);
        assertThat(received.ranges.ranges()).isEqualTo(ranges);
        assertThat(received.ended).isEqualTo(1);
    }

    @Test
    void fileThatIsNotTheVersionExpectedFails() {
        WantedFile small = put(1, "small", 100, true);
        WantedFile large = put(2, "large", 2 * MIB, false);
        put(1, "small", 101, true);
        put(2, "large", 2 * MIB + 1, false);
        source().want(List.of(small, large));
        assertFailed(small, ErrorCode.SOURCE_CHANGED);
        assertFailed(large, ErrorCode.SOURCE_CHANGED);
        assertThat(over(small).failure.detail()).contains("100 bytes").contains("101 bytes");
    }

    @Test
    void fileThatIsGoneFailsAndOthersArrive() {
        WantedFile there = put(1, "there", 1000, true);
        FileVersion version = there.expected();
        WantedFile gone = new WantedFile(id(2), new Epoch(1), StorePath.ofUtf8("gone"), version, List.of(), true);
        WantedFile goneLarge = new WantedFile(
                id(3), new Epoch(1), StorePath.ofUtf8("gone"), version, List.of(new ByteRange(0, 500)), false);
        source().want(List.of(gone, there, goneLarge));
        assertArrived(there);
        assertFailed(gone, ErrorCode.SOURCE_NOT_FOUND);
        assertFailed(goneLarge, ErrorCode.SOURCE_NOT_FOUND);
    }

    @Test
    void cancelledFileDoesNotKeepOthersFromArriving() {
        WantedFile cancelled = put(1, "cancelled.nc", 9 * MIB, false);
        WantedFile small = put(2, "small.nc", 100, true);
        WantedFile large = put(3, "large.nc", 3 * MIB, false);
        source().want(List.of(cancelled, small, large));
        source().cancel(cancelled.file());
        assertArrived(small);
        assertArrived(large);
    }

    @Test
    void closingTellsWhatHasNotEndedAsLost() {
        WantedFile wanted = put(1, "big.nc", 9 * MIB, false);
        BlockSource source = source();
        source.want(List.of(wanted));
        source.close();
        Received received = over(wanted);
        assertThat(received.ended + received.lost).isEqualTo(1);
        assertFails(source.status(StorePath.ROOT), ErrorCode.CANCELLED);
    }

    protected static FileId id(long number) {
        return new FileId(number);
    }

    /** The version that a job has of what was put; a source that knows less than a store says less. */
    protected FileVersion listed(FileVersion stored) {
        return stored;
    }

    /** Puts a file whose content follows from its number and size, and the want for all of it. */
    protected final WantedFile put(int number, String path, int size, boolean packable) {
        byte[] bytes = StoreContent.random(size, number * 31L + size);
        FileVersion version = listed(StoreContent.put(store(), path, bytes));
        List<ByteRange> ranges = packable || size == 0 ? List.of() : List.of(new ByteRange(0, size));
        return new WantedFile(id(number), new Epoch(1), StorePath.ofUtf8(path), version, ranges, packable);
    }

    protected static byte[] content(WantedFile wanted) {
        int size = (int) wanted.expected().size();
        return StoreContent.random(size, wanted.file().number() * 31L + size);
    }

    /** Looks at once, and then often. */
    protected static void awaitUntil(Callable<Boolean> condition) {
        await().pollDelay(0, MILLISECONDS)
                .pollInterval(5, MILLISECONDS)
                .atMost(20, SECONDS)
                .until(condition);
    }

    protected final Received over(WantedFile wanted) {
        awaitUntil(() -> listener.of(wanted.file()).isOver());
        assertThat(listener.errors()).isEmpty();
        return listener.of(wanted.file());
    }

    protected final void assertArrived(WantedFile wanted) {
        Received received = over(wanted);
        assertThat(received.failure).isNull();
        assertThat(received.ended).as("ends of " + wanted.path()).isEqualTo(1);
        assertThat(received.lost).isZero();
        assertThat(received.version).isEqualTo(wanted.expected());
        assertThat(received.ranges.coversAll(wanted.expected().size())).isTrue();
        assertThat(received.content(wanted.expected().size())).isEqualTo(content(wanted));
    }

    protected final void assertFailed(WantedFile wanted, ErrorCode code) {
        Received received = over(wanted);
        assertThat(received.failure).isNotNull();
        assertThat(received.failure.code()).isEqualTo(code);
        assertThat(received.ended + received.lost).isZero();
        assertThat(received.failure.detail().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(2048);
    }

    protected static <T> T get(CompletionStage<T> stage)
            throws ExecutionException, InterruptedException, TimeoutException {
        return stage.toCompletableFuture().get(20, SECONDS);
    }

    protected static void assertFails(CompletionStage<?> stage, ErrorCode code) {
        assertThatThrownBy(() -> get(stage))
                .hasCauseInstanceOf(MoverException.class)
                .satisfies(
                        e -> assertThat(((MoverException) e.getCause()).code()).isEqualTo(code));
    }
}
