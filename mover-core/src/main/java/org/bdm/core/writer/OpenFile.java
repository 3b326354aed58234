package org.bdm.core.writer;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.WritableFile;
import org.jspecify.annotations.Nullable;

/** The state of one file that is being written. Belongs to its lane; sync threads only use what is final. */
final class OpenFile {
    private final FileToWrite asked;
    private final Epoch epoch;
    private final WritableFile temporary;
    private final SpaceAhead space;
    private final RangeSet covered = new RangeSet();

    private long bytesSinceMark;
    private boolean hasUnmarked;
    private boolean isMarkDue;
    private boolean isCompleting;
    private boolean isNameDurable;
    private @Nullable Future<?> timer;
    private @Nullable MarkRun markRun;
    private @Nullable MoverException failure;
    private List<CompletableFuture<Void>> waitingForNextMark = new ArrayList<>();

    /** The file as opened; {@code isResumed} if an earlier run may have left bytes in it. */
    OpenFile(FileToWrite asked, OpenedFile opened, boolean isResumed) {
        this.asked = asked;
        this.epoch = opened.epoch();
        this.temporary = WritableFile.of(opened.temporary());
        this.space = new SpaceAhead(temporary, asked.source().size(), isResumed);
        for (ByteRange range : opened.surviving()) covered.add(range);
    }

    static MoverException defect(String doing, Throwable cause) {
        return new MoverException(ErrorCode.INTERNAL, doing + " failed: " + cause, cause);
    }

    FileId file() {
        return asked.file();
    }

    Epoch epoch() {
        return epoch;
    }

    /** Bytes that the whole file will have. */
    long size() {
        return asked.source().size();
    }

    TransferJournal journal() {
        return asked.journal();
    }

    WritableFile temporary() {
        return temporary;
    }

    RangeSet covered() {
        return covered;
    }

    /** Call once, before blocks are asked for; fails if there is no room. */
    void begin() {
        space.begin(covered);
    }

    /** Writes all bytes of {@code source}, for which there is room or it fails. */
    void write(ByteRange range, ByteBuffer source) {
        space.beforeWrite(range, covered);
        temporary.write(range.offset(), source);
    }

    void makeHole(ByteRange range) {
        space.makeHole(range);
    }

    /**
     * The range is in the file and in the journal.
     *
     * @param bytes what the network would have to bring again
     * @return how many bytes of the range were not there before
     */
    long added(ByteRange range, long bytes) {
        bytesSinceMark += bytes;
        hasUnmarked = true;
        return covered.add(range);
    }

    long bytesSinceMark() {
        return bytesSinceMark;
    }

    /** Bytes that would have to be sent again if the power went now. */
    long bytesUnmarked() {
        return bytesSinceMark + (markRun == null ? 0 : markRun.bytes());
    }

    boolean hasUnmarked() {
        return hasUnmarked;
    }

    boolean isMarkDue() {
        return isMarkDue;
    }

    void setMarkDue() {
        isMarkDue = true;
    }

    boolean isCompleting() {
        return isCompleting;
    }

    void setCompleting() {
        isCompleting = true;
    }

    @Nullable MarkRun markRun() {
        return markRun;
    }

    /** Hands what was written since the last mark to a new run. */
    MarkRun beginMark() {
        MarkRun run = new MarkRun(this, !isNameDurable, waitingForNextMark);
        waitingForNextMark = new ArrayList<>();
        markRun = run;
        bytesSinceMark = 0;
        hasUnmarked = false;
        isMarkDue = false;
        cancelTimer();
        return run;
    }

    void endMark(@Nullable MoverException outcome) {
        markRun = null;
        if (outcome == null) isNameDurable = true;
    }

    void waitForNextMark(CompletableFuture<Void> future) {
        waitingForNextMark.add(future);
    }

    /** Nobody waits for a mark that will not come. */
    void tellWaiting() {
        for (CompletableFuture<Void> future : waitingForNextMark) future.complete(null);
        waitingForNextMark.clear();
    }

    @Nullable Future<?> timer() {
        return timer;
    }

    void setTimer(Future<?> next) {
        timer = next;
    }

    private void cancelTimer() {
        if (timer != null) timer.cancel(false);
        timer = null;
    }

    @Nullable MoverException failure() {
        return failure;
    }

    void fail(MoverException reason) {
        failure = reason;
        cancelTimer();
    }

    /** Nothing more happens to it here. */
    void end() {
        cancelTimer();
        tellWaiting();
    }

    /** True when its bytes may be resumed: never after a sync that failed (promise P13). */
    boolean mayBeKept() {
        return failure == null || failure.code() != ErrorCode.SYNC_FAILED;
    }
}
