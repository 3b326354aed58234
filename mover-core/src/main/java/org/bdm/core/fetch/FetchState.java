package org.bdm.core.fetch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.loop.SerialLoop;
import org.bdm.core.rate.RateMeter;
import org.bdm.core.store.Room;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** State shared by all collaborators of one session: its parts, its files and chunks, what it has counted. Owner only, but for {@link #onDisk}. */
final class FetchState {
    private static final Logger LOG = LoggerFactory.getLogger(FetchState.class);

    /** Inodes kept aside, because those of files deleted after a failure already count as free. */
    private static final int INODES_ASIDE = 64;

    final FetchParts parts;
    final FetchListener listener;
    final SerialLoop loop;
    final Map<FileId, FileProgress> files = new HashMap<>();
    final Map<Integer, ChunkProgress> chunks = new HashMap<>();
    final FilesUnderWay underWay = new FilesUnderWay();
    final RateMeter rate;
    private final int[] filesByStage = new int[FileStage.values().length];
    private long bytesMoved;
    private long bytesResent;
    private long bytesWritten;
    private long bytesPlaced;
    private long movements;
    private boolean isBlocked;
    private boolean isSourceLost;
    private @Nullable MoverException refusal;
    private boolean isStopping;
    private final AtomicInteger diskCalls = new AtomicInteger();
    private @Nullable Runnable whenDiskIdle;

    FetchState(FetchParts parts, FetchListener listener, SerialLoop loop) {
        this.parts = parts;
        this.listener = listener;
        this.loop = loop;
        this.rate = new RateMeter(Duration.ofSeconds(2), now());
    }

    long now() {
        return parts.runtime().nanoTime().getAsLong();
    }

    /** The file, if it is of this session, has not ended, and is in this epoch. */
    @Nullable FileProgress current(FileId file, Epoch epoch) {
        FileProgress progress = files.get(file);
        return progress != null && progress.isIn(epoch) ? progress : null;
    }

    List<FileProgress> openFiles() {
        return new ArrayList<>(files.values());
    }

    void add(FileProgress file) {
        files.put(file.id(), file);
        filesByStage[file.stage().ordinal()]++;
    }

    /** The file goes to another stage; as {@link FileProgress#enter} it throws if that is not its next one, and then nothing has changed. */
    void move(FileProgress file, FileStage next) {
        FileStage before = file.stage();
        file.enter(next);
        filesByStage[before.ordinal()]--;
        movements++;
        if (next == FileStage.ENDED) {
            files.remove(file.id());
            underWay.ended(file);
        } else {
            filesByStage[next.ordinal()]++;
        }
    }

    int filesIn(FileStage stage) {
        return filesByStage[stage.ordinal()];
    }

    /** True when new work may start. */
    boolean mayWork() {
        return !isBlocked && !isStopping;
    }

    /** True when the source may be asked for anything. */
    boolean mayWant() {
        return mayWork() && !isSourceLost;
    }

    boolean isStopping() {
        return isStopping;
    }

    void stopping() {
        isStopping = true;
    }

    /** A person must act: told once, with what it takes. */
    void block(MoverException reason) {
        if (!mayWork()) return;
        isBlocked = true;
        long needed = 0;
        for (FileProgress file : files.values())
            needed += file.size() - file.attempt().bytesWritten();
        long bytesNeeded = needed;
        int filesNeeded = files.size();
        onDisk(() -> {
            MoverException told = withRoom(reason, bytesNeeded, filesNeeded);
            loop.post(() -> {
                if (!isStopping) listener.onBlocked(told);
            });
        });
    }

    private MoverException withRoom(MoverException reason, long bytesNeeded, int filesNeeded) {
        boolean isAboutRoom = reason.code() == ErrorCode.NO_SPACE || reason.code() == ErrorCode.QUOTA_EXCEEDED;
        if (!isAboutRoom) return reason;
        try {
            Room there = parts.destination().roomAt(StorePath.ROOT);
            boolean isOfInodes =
                    reason.code() == ErrorCode.NO_SPACE && there.isOutOfInodes(bytesNeeded, filesNeeded + INODES_ASIDE);
            String room = isOfInodes
                    ? "; no inodes left: " + there.freeInodes() + " of " + there.inodes() + " are free for "
                            + filesNeeded + " files (" + there.freeBytes() + " bytes are free)"
                    : "; at least " + bytesNeeded + " bytes are needed, " + there.freeBytes() + " are free";
            return new MoverException(reason.code(), reason.detail() + room, reason);
        } catch (MoverException e) {
            LOG.debug("cannot read the free space", e);
            return reason;
        }
    }

    void sourceLost(MoverException reason) {
        if (isSourceLost || isStopping) return;
        isSourceLost = true;
        listener.onSourceLost(reason);
    }

    /** The source will never be asked again: whatever needs it fails with this. */
    void refused(MoverException reason) {
        isSourceLost = true;
        refusal = reason;
    }

    /** Why every file fails; null if that is not so. */
    @Nullable MoverException refusal() {
        return refusal;
    }

    void moved(long bytes, long resent) {
        bytesMoved += bytes;
        bytesResent += resent;
        movements++;
        rate.add(bytes, now());
    }

    /** Bytes came from a file that is held here: they count for the speed, and not as moved. */
    void reused(long bytes) {
        movements++;
        rate.add(bytes, now());
    }

    void written(long bytes) {
        bytesWritten += bytes;
        movements++;
    }

    void placed(long bytes) {
        bytesPlaced += bytes;
    }

    long bytesWritten() {
        return bytesWritten;
    }

    long bytesPlaced() {
        return bytesPlaced;
    }

    void hasMoved() {
        movements++;
    }

    long bytesMoved() {
        return bytesMoved;
    }

    long bytesResent() {
        return bytesResent;
    }

    /** Grows whenever anything goes on. */
    long movements() {
        return movements;
    }

    /** Runs a call that blocks. Any thread. */
    void onDisk(Runnable call) {
        diskCalls.incrementAndGet();
        Runnable counted = () -> {
            try {
                call.run();
            } finally {
                loop.post(this::diskCallEnded);
            }
        };
        try {
            parts.runtime().disk().execute(counted);
        } catch (RejectedExecutionException e) {
            LOG.debug("the disk threads have ended before a session", e);
            counted.run(); // what has to be closed is closed
        }
    }

    /** Wants a file of the destination on disk that its HSM has moved away. */
    void wantHere(StorePath destination) {
        onDisk(() -> parts.destination().there().recall(destination));
    }

    private void diskCallEnded() {
        if (diskCalls.decrementAndGet() > 0 || whenDiskIdle == null) return;
        Runnable next = whenDiskIdle;
        whenDiskIdle = null;
        next.run();
    }

    /** Runs {@code next} once, when no call of {@link #onDisk} is under way: at the latest at the end of one that is added now. */
    void whenDiskIdle(Runnable next) {
        whenDiskIdle = next;
        onDisk(() -> {});
    }
}
