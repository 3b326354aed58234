package org.bdm.core.destination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.FileFinisher;
import org.bdm.core.finish.FileToFinish;
import org.bdm.core.finish.FileToRecover;
import org.bdm.core.finish.FinishResult;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.ChunkRight;
import org.bdm.core.writer.BlockWriter;
import org.bdm.core.writer.BlockWriter.Leftover;
import org.bdm.core.writer.DurabilityListener.Refusal;
import org.bdm.core.writer.FileToWrite;
import org.bdm.core.writer.OpenedFile;
import org.bdm.core.writer.PackToWrite;
import org.bdm.core.writer.WrittenFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every {@link Destination} promises, whatever it is made of. */
@Timeout(120)
public abstract class DestinationContract {
    /** The job whose files come. */
    protected static final JobId JOB = new JobId(7);

    private static final int BLOCK = 4096;
    private static final int BLOCKS = 24;
    private static final int LEASES = 64;
    private static final FileId FILE = new FileId(1);
    private static final Epoch FIRST = new Epoch(1);
    private static final StorePath PATH = StorePath.ofUtf8("CMIP6/tas.nc");
    private static final Instant MODIFIED = Instant.parse("2014-03-02T11:22:33Z");
    private static final byte[] CONTENT = content(BLOCKS * BLOCK + 7);

    private final BlockCache cache = new BlockCache(LEASES, BLOCK);
    private final CacheShare share = cache.share(new CacheQuota("test", 0, LEASES));
    private final List<AutoCloseable> opened = new ArrayList<>();
    private HeardByTest heard;
    private Destination destination;
    private TransferJournal journal;
    private BlockWriter writer;
    private FileFinisher finisher;

    /** The place; the same one for each call of a test. */
    protected abstract Destination destination();

    /** The process that used it dies: nothing of what it has open is closed well. */
    protected abstract void die();

    /** Files that were begun, and neither finished nor discarded. */
    protected abstract List<String> unfinished();

    /** True where the bytes of a file that is not finished can be read: else an earlier run's file comes from its first byte again. */
    protected boolean readsUnfinished() {
        return true;
    }

    /** True where a directory without files is something. */
    protected boolean makesDirectories() {
        return true;
    }

    @BeforeEach
    void begin() {
        heard = new HeardByTest();
        destination = destination();
        journal = destination.journal(ChunkRight.endless(0));
        writer = destination.writer(heard);
        finisher = destination.finisher(heard);
        opened.addAll(List.of(journal, writer, finisher));
    }

    @AfterEach
    void end() throws Exception {
        Collections.reverse(opened);
        for (AutoCloseable open : opened) open.close();
        assertThat(cache.blocksFree()).as("blocks that came back").isEqualTo(LEASES);
    }

    private static byte[] content(int bytes) {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return content;
    }

    private static Checksum digest(byte[] content) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(content));
        return digest.finish();
    }

    private FileToWrite toWrite(Epoch epoch, int size) {
        FileVersion version = new FileVersion(size, MODIFIED, MODIFIED, 3);
        return new FileToWrite(FILE, epoch, version, PATH, journal);
    }

    private static ByteRange block(int number) {
        long offset = (long) number * BLOCK;
        return ByteRange.between(offset, Math.min(offset + BLOCK, CONTENT.length));
    }

    private void write(Epoch epoch, ByteRange range) {
        byte[] bytes = Arrays.copyOfRange(CONTENT, (int) range.offset(), (int) range.endExclusive());
        Loan loan = share.tryLend();
        loan.payload(0, bytes.length).put(bytes);
        writer.write(new BlockTag(FILE, epoch, range, RunningDigest.crc32c(ByteBuffer.wrap(bytes))), loan);
    }

    private void writeBlocks(int from, int to) {
        long before = heard.bytesNew();
        for (int number = from; number < to; number++) write(FIRST, block(number));
        long expected = block(to - 1).endExclusive() - block(from).offset();
        await().until(() -> heard.bytesNew() - before == expected);
    }

    private OpenedFile open() {
        writer.open(toWrite(FIRST, CONTENT.length));
        OpenedFile file = heard.opened();
        assertThat(file.surviving()).isEmpty();
        return file;
    }

    private WrittenFile whole() {
        open();
        writeBlocks(0, BLOCKS + 1);
        writer.complete(FILE, FIRST);
        return heard.completed();
    }

    private FinishResult finished(WrittenFile written, Optional<Checksum> expected) {
        return finished(written, CONTENT, expected);
    }

    private FinishResult finished(WrittenFile written, byte[] content, Optional<Checksum> expected) {
        finisher.finish(new FileToFinish(
                written.file(),
                written.epoch(),
                written.temporary(),
                journal,
                PATH,
                new FileToFinish.Attributes(MODIFIED, 0644),
                new FileToFinish.Digest(digest(content), expected)));
        return heard.ended();
    }

    private byte[] there(StorePath path) {
        try (ReadableFile file = destination.there().open(path)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) file.status().version().size());
            file.read(0, bytes);
            return bytes.array();
        }
    }

    /** All of a process goes, and another one begins. */
    private void restart() throws Exception {
        die();
        Collections.reverse(opened);
        for (AutoCloseable open : opened) open.close();
        opened.clear();
        begin();
    }

    private static ErrorCode codeOf(FinishResult result) {
        assertThat(result).isInstanceOf(FinishResult.Failed.class);
        return ((FinishResult.Failed) result).reason().code();
    }

    // ---- begin, write, finish ----

    @Test
    void aFileIsThereWholeOrNotAtAll() {
        WrittenFile written = whole();
        assertThat(destination.there().status(PATH)).as("before it is finished").isEmpty();
        FinishResult result = finished(written, Optional.of(digest(CONTENT)));
        assertThat(result).isInstanceOf(FinishResult.Placed.class);
        assertThat(((FinishResult.Placed) result).evidence().orElseThrow().level())
                .isEqualTo(EvidenceLevel.PUBLISHED);
        FileStatus status = destination.there().status(PATH).orElseThrow();
        assertThat(status.version().size()).isEqualTo(CONTENT.length);
        assertThat(status.version().modified()).isEqualTo(MODIFIED);
        assertThat(there(PATH)).isEqualTo(CONTENT);
        assertThat(unfinished()).isEmpty();
        destination.prove(List.of(PATH));
    }

    @Test
    void blocksOfOneRangeMayChangePlaces() {
        open();
        List<Integer> numbers = new ArrayList<>(List.of(3, 1, 0, 2));
        for (int number : numbers) write(FIRST, block(number));
        await().until(() -> heard.bytesNew() == 4L * BLOCK);
        writeBlocks(4, BLOCKS + 1);
        writer.complete(FILE, FIRST);
        assertThat(finished(heard.completed(), Optional.empty())).isInstanceOf(FinishResult.Placed.class);
        assertThat(there(PATH)).isEqualTo(CONTENT);
    }

    @Test
    void aBlockThatComesTwiceCountsOnce() {
        open();
        writeBlocks(0, 2);
        write(FIRST, block(1));
        writeBlocks(2, 3);
        assertThat(heard.bytesNew()).isEqualTo(3L * BLOCK);
    }

    @Test
    void damagedBytesAreRefusedAndNeverWritten() {
        open();
        Loan loan = share.tryLend();
        writer.write(new BlockTag(FILE, FIRST, block(0), 1), loan);
        assertThat(heard.refused()).isEqualTo(Refusal.WRONG_CHECKSUM);
        writeBlocks(0, BLOCKS + 1);
        writer.complete(FILE, FIRST);
        finished(heard.completed(), Optional.empty());
        assertThat(there(PATH)).isEqualTo(CONTENT);
    }

    @Test
    void zerosNeedNoBytes() {
        byte[] zeros = new byte[3 * BLOCK];
        writer.open(toWrite(FIRST, zeros.length));
        heard.opened();
        writer.writeZero(FILE, FIRST, new ByteRange(0, zeros.length));
        await().until(() -> heard.bytesNew() == zeros.length);
        writer.complete(FILE, FIRST);
        finished(heard.completed(), zeros, Optional.empty());
        assertThat(there(PATH)).isEqualTo(zeros);
    }

    @Test
    void emptyFileIsAFile() {
        writer.open(toWrite(FIRST, 0));
        heard.opened();
        writer.complete(FILE, FIRST);
        finished(heard.completed(), new byte[0], Optional.empty());
        assertThat(there(PATH)).isEmpty();
    }

    @Test
    void smallFilesComeWholeInOnePack() {
        byte[] small = Arrays.copyOf(CONTENT, 100);
        Loan loan = share.tryLend();
        loan.payload(0, small.length).put(small);
        writer.writePack(new PackToWrite(
                loan,
                RunningDigest.crc32c(ByteBuffer.wrap(small)),
                small.length,
                0,
                List.of(new PackToWrite.PackPiece(
                        FILE, FIRST, small.length, ChecksumAlgorithm.SHA256, Optional.empty(), PATH, journal))));
        WrittenFile piece = heard.completed();
        assertThat(piece.digest()).contains(digest(small));
        assertThat(finished(piece, small, Optional.empty())).isInstanceOf(FinishResult.Placed.class);
        assertThat(there(PATH)).isEqualTo(small);
    }

    @Test
    void nobodysFileIsReplaced() {
        finished(whole(), Optional.empty());
        writer.open(toWrite(new Epoch(2), 0));
        heard.opened();
        writer.complete(FILE, new Epoch(2));
        assertThat(codeOf(finished(heard.completed(), Optional.empty()))).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        assertThat(there(PATH)).isEqualTo(CONTENT);
    }

    @Test
    void contentOtherThanThePublishedOneIsNotPlaced() {
        FinishResult result = finished(whole(), Optional.of(digest(new byte[1])));
        assertThat(codeOf(result)).isEqualTo(ErrorCode.CHECKSUM_MISMATCH);
        assertThat(destination.there().status(PATH)).isEmpty();
        assertThat(unfinished()).isEmpty();
    }

    // ---- prove, resume ----

    @Test
    void whatIsProvenOutlivesTheProcess() throws Exception {
        open();
        writeBlocks(0, 10);
        writer.sync().toCompletableFuture().get(20, TimeUnit.SECONDS);
        await().until(() -> heard.durable(FILE) == 10L * BLOCK);
        restart();
        FileHistory history = journal.histories().get(FILE);
        writer.resume(toWrite(FIRST, CONTENT.length), history);
        OpenedFile resumed = heard.opened();
        assertThat(resumed.epoch()).isEqualTo(FIRST);
        if (readsUnfinished()) {
            assertThat(resumed.surviving()).containsExactly(new ByteRange(0, 10L * BLOCK));
            ByteBuffer read = ByteBuffer.allocate(BLOCK);
            resumed.temporary().read(9L * BLOCK, read);
            assertThat(read.array()).isEqualTo(Arrays.copyOfRange(CONTENT, 9 * BLOCK, 10 * BLOCK));
        } else {
            assertThat(resumed.surviving()).isEmpty();
        }
        writeBlocks(readsUnfinished() ? 10 : 0, BLOCKS + 1);
        writer.complete(FILE, FIRST);
        finished(heard.completed(), Optional.of(digest(CONTENT)));
        assertThat(there(PATH)).isEqualTo(CONTENT);
        assertThat(unfinished()).isEmpty();
    }

    @Test
    void aFileWhoseBytesAreGoneBeginsAnew() throws Exception {
        open();
        writeBlocks(0, 10);
        writer.sync().toCompletableFuture().get(20, TimeUnit.SECONDS);
        await().until(() -> heard.durable(FILE) > 0);
        restart();
        FileHistory history = journal.histories().get(FILE);
        destination.discard(journal, FILE, FIRST);
        writer.resume(toWrite(FIRST, CONTENT.length), history);
        OpenedFile anew = heard.opened();
        assertThat(anew.epoch()).isEqualTo(new Epoch(2));
        assertThat(anew.surviving()).isEmpty();
        assertThat(unfinished()).hasSize(1);
    }

    @Test
    void placedFileIsFoundAfterACrashAndPlacedOnce() throws Exception {
        finished(whole(), Optional.empty());
        restart();
        FileHistory history = journal.histories().get(FILE);
        finisher.recover(new FileToRecover(history.placing().orElseThrow(), PATH, ChunkRight.endless(0)));
        assertThat(heard.ended()).isInstanceOf(FinishResult.Placed.class);
        assertThat(there(PATH)).isEqualTo(CONTENT);
    }

    // ---- discard ----

    @Test
    void whatIsDiscardedIsGone() {
        open();
        writeBlocks(0, 4);
        assertThat(unfinished()).hasSize(1);
        writer.discard(FILE, FIRST, Leftover.DELETE);
        await().until(() -> unfinished().isEmpty());
        assertThat(destination.there().status(PATH)).isEmpty();
    }

    @Test
    void wholeFileIsDiscardedToo() {
        destination.discard(whole().temporary());
        assertThat(unfinished()).isEmpty();
    }

    @Test
    void lateBlockOfADiscardedFileIsRefused() {
        open();
        writer.discard(FILE, FIRST, Leftover.DELETE);
        write(FIRST, block(0));
        assertThat(heard.refused()).isEqualTo(Refusal.NOT_OPEN);
    }

    @Test
    void chunkThatStartsAgainKnowsNothingOfBefore() throws Exception {
        open();
        writeBlocks(0, 8);
        writer.sync().toCompletableFuture().get(20, TimeUnit.SECONDS);
        restart();
        journal.close();
        destination.startAgain(ChunkRight.endless(0), List.of(FILE));
        assertThat(unfinished()).isEmpty();
        try (TransferJournal again = destination.journal(ChunkRight.endless(0))) {
            assertThat(again.histories()).isEmpty();
        }
    }

    @Test
    void discardingAllLeavesWhatIsPlaced() throws Exception {
        finished(whole(), Optional.empty());
        writer.open(toWrite(new Epoch(2), 5));
        heard.opened();
        Collections.reverse(opened);
        for (AutoCloseable open : opened) open.close();
        opened.clear();
        destination.discardAll();
        assertThat(unfinished()).isEmpty();
        assertThat(there(PATH)).isEqualTo(CONTENT);
    }

    // ---- rights, list, room ----

    @Test
    void nothingIsPlacedWithoutTheRight() {
        ChunkRight right =
                ChunkRight.leased(new ChunkRight.Leased(1, 1, new FileId(1), new FileId(9)), false, System::nanoTime);
        right.renewed(System.nanoTime(), TimeUnit.HOURS.toNanos(1));
        journal = destination.journal(right);
        opened.add(0, journal);
        WrittenFile written = whole();
        right.lost();
        assertThat(codeOf(finished(written, Optional.empty()))).isEqualTo(ErrorCode.STALE_LEASE);
        assertThat(destination.there().status(PATH)).isEmpty();
    }

    @Test
    void placedFilesAreListedInTheOrderOfTheirNames() {
        finished(whole(), Optional.empty());
        assertThat(destination.there().list(PATH.parent(), null, 10).entries())
                .extracting(DirectoryEntry::name)
                .containsExactly(PATH.name());
        if (!makesDirectories()) return;
        finisher.makeDirectory(
                new FileId(2), PATH.parent().child(StorePath.ofUtf8("pr").name()), ChunkRight.endless(0));
        assertThat(heard.ended()).isInstanceOf(FinishResult.Placed.class);
        assertThat(destination.there().list(PATH.parent(), null, 10).entries())
                .extracting(entry -> entry.name().shown())
                .containsExactly("pr", "tas.nc");
    }

    @Test
    void onlyADirectoryWithoutFilesIsCleared() {
        finished(whole(), Optional.empty());
        assertThat(destination.clearDirectory(PATH.parent())).isFalse();
        assertThat(there(PATH)).isEqualTo(CONTENT);
    }

    @Test
    void roomIsSaid() {
        assertThat(destination.roomAt(StorePath.ROOT).freeBytes()).isPositive();
    }

    @Test
    void whatIsNotThereIsNotProven() {
        assertThatThrownBy(() -> destination.prove(List.of(PATH)))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_NOT_FOUND));
    }
}
