package org.bdm.core.store.object;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.AskedObject;
import org.bdm.core.s3.Bucket;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.S3Refusal;
import org.bdm.core.s3.ShownText;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/*
 * Reading. An answer to GET is a window on the object that moves on as bytes are taken from it:
 *
 *   0        1 MiB            9 MiB                                73 MiB
 *   | opening |                |                                    |
 *   |=========|================|=============>                      |     one thread reads: windows get longer
 *                                    |=====|=====|=====|                  several, and the way is long: a window for each block
 *
 * A read that continues a window takes its bytes. One that will be continued by it, because another thread is about to take what lies between,
 * waits for its turn: then one answer brings the blocks of all. If the turn does not come soon, the way is long, and a window for each block is
 * faster, as many at once as threads read; so it stays then.
 *
 * Version. Each window is asked for with the ETag of the first, and its answer compared. An object without an ETag is told apart by its size and
 * time, and is looked at again at the end.
 */

/** An object that is being read. Any threads that may block. */
final class ObjectFile implements ReadableFile {
    private static final long FIRST_BYTES = 1 << 20; // a small file whole, and of another what its first block needs
    private static final long BLOCK_BYTES = 1 << 20; // what one thread takes in a row
    private static final long WINDOW_BYTES_MAX = 64 << 20;
    private static final int WINDOW_STEP = 8;
    private static final int WINDOWS_MAX = 16; // that are kept while nobody reads from them
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(30);
    private static final long AHEAD_BYTES_MAX = 16 << 20;
    private static final int TRIES_MAX = 4;
    private static final int STATUS_NO_SUCH_RANGE = 416;

    private final Bucket bucket;
    private final StorePath path;
    private final ObjectHead opened;
    private final FileStatus status;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final List<Window> windows = new ArrayList<>(); // guarded by lock, as all below
    private boolean isByBlocks;
    private boolean isClosed;

    private ObjectFile(Bucket bucket, StorePath path, ObjectHead opened, @Nullable Window first) {
        this.bucket = bucket;
        this.path = path;
        this.opened = opened;
        this.status = ObjectStatus.of(opened);
        if (first != null) windows.add(first);
    }

    /** Asks for the beginning of an object. */
    static AskedObject ask(Bucket bucket, String key) {
        return bucket.ask(key, new ByteRange(0, FIRST_BYTES), null);
    }

    /** Opens the object that was asked for, as it was then. */
    static ObjectFile open(Bucket bucket, String key, StorePath path, AskedObject asked) {
        try {
            Window first = new Window(0, FIRST_BYTES);
            ObjectHead head = first.open(asked.body());
            return new ObjectFile(bucket, path, head, first);
        } catch (S3Refusal refusal) {
            if (refusal.status() != STATUS_NO_SUCH_RANGE) throw refusal; // of an object without bytes
            Optional<ObjectHead> head = bucket.head(key);
            if (head.isEmpty() || head.get().size() > 0) throw refusal;
            return new ObjectFile(bucket, path, head.get(), null);
        }
    }

    @Override
    public FileStatus status() {
        if (opened.etag() != null) return status; // each answer was of this version
        return RefusedReading.told(() -> bucket.head(opened.key()))
                .map(ObjectStatus::of)
                .orElseThrow(() -> new MoverException(ErrorCode.SOURCE_CHANGED, path + " is not there any more"));
    }

    @Override
    public FileStatus statusWhenOpened() {
        return status;
    }

    @Override
    public long holeEnd(long offset) {
        return offset;
    }

    @Override
    public int read(long offset, ByteBuffer target) {
        int wanted = (int) Math.min(target.remaining(), Math.max(0, opened.size() - offset));
        int limit = target.limit();
        target.limit(target.position() + wanted);
        try {
            int tries = 0;
            while (target.hasRemaining()) {
                long at = offset + wanted - target.remaining();
                int before = target.remaining();
                try {
                    readSome(at, target);
                } catch (S3Refusal refusal) {
                    throw RefusedReading.error(refusal);
                } catch (MoverException e) {
                    boolean isLost = e.code() == ErrorCode.CONNECTION_LOST || e.code() == ErrorCode.TIMED_OUT;
                    tries = target.remaining() < before ? 0 : tries + 1;
                    if (!isLost || tries == TRIES_MAX) throw e;
                }
            }
            return wanted;
        } finally {
            target.limit(limit);
        }
    }

    /** From one window, as far as it goes. */
    private void readSome(long offset, ByteBuffer target) {
        Window window = take(offset, target.remaining());
        boolean isWhole = false;
        int before = target.remaining();
        int limit = target.limit();
        try {
            if (!window.isOpen()) open(window);
            target.limit(target.position() + (int) Math.min(before, window.left()));
            window.read(target);
            isWhole = true;
        } finally {
            target.limit(limit);
            giveBack(window, before - target.remaining(), isWhole);
        }
    }

    private void open(Window window) {
        ByteRange range = ByteRange.between(window.position(), window.end());
        ObjectHead now = window.open(bucket.read(opened.key(), range, opened.etag()));
        if (!ObjectStatus.of(now).version().equals(status.version()))
            throw new MoverException(
                    ErrorCode.SOURCE_CHANGED,
                    path + " changed: it was ETag " + shown(opened) + ", it is " + shown(now));
    }

    private static String shown(ObjectHead head) {
        String tag = head.etag() == null ? "(none)" : ShownText.of(head.etag());
        return tag + " with " + head.size() + " bytes of " + head.modified();
    }

    /** A window that begins at this offset, for this thread alone; perhaps not open yet. */
    private Window take(long offset, int wanted) {
        lock.lock();
        try {
            long left = TURN_NANOS;
            while (true) {
                if (isClosed) throw new MoverException(ErrorCode.CANCELLED, path + " was closed");
                Window fitting = fitting(offset);
                if (fitting != null) {
                    fitting.isTaken = true;
                    return fitting;
                }
                if (isByBlocks || !isOnTheWay(offset)) break;
                if (left <= 0) {
                    isByBlocks = true;
                    break;
                }
                left = moved.awaitNanos(left);
            }
            return begun(offset, wanted);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.STOPPING, "reading of " + path + " was interrupted", e);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Window fitting(long offset) {
        for (Window each : windows) {
            if (!each.isTaken && each.position() == offset && each.left() > 0) return each;
        }
        return null;
    }

    /** True if a window will come to this offset when others have taken what is before. */
    private boolean isOnTheWay(long offset) {
        return windows.stream()
                .anyMatch(each -> each.position() <= offset
                        && offset < each.end()
                        && offset - each.position() <= AHEAD_BYTES_MAX);
    }

    /** A new window that ends where another one begins, at the latest. */
    private Window begun(long offset, int wanted) {
        long length = isByBlocks ? BLOCK_BYTES - offset % BLOCK_BYTES : FIRST_BYTES;
        long end = Math.min(opened.size(), offset + Math.max(length, wanted));
        for (Window each : windows) {
            boolean isContinued = !isByBlocks && each.end() == offset;
            if (isContinued) end = Math.max(end, Math.min(opened.size(), offset + longer(each)));
        }
        for (Window each : windows) {
            boolean isAhead = each.position() > offset && each.position() < end;
            if (isAhead) end = each.position();
        }
        Window begun = new Window(offset, end);
        begun.isTaken = true;
        windows.removeIf(each -> !each.isTaken && each.left() == 0);
        windows.add(begun);
        return begun;
    }

    private static long longer(Window before) {
        return Math.min(WINDOW_BYTES_MAX, before.length() * WINDOW_STEP);
    }

    private void giveBack(Window window, int taken, boolean isWhole) {
        List<Window> ended = new ArrayList<>();
        lock.lock();
        try {
            window.advance(taken);
            window.isTaken = false;
            if (!isWhole || isClosed) {
                windows.remove(window);
                ended.add(window);
            } else if (window.left() == 0) {
                ended.add(window); // its end is remembered: a read that continues it gets a longer one
            }
            if (windows.size() > WINDOWS_MAX) {
                windows.stream().filter(each -> !each.isTaken).findFirst().ifPresent(oldest -> {
                    windows.remove(oldest);
                    ended.add(oldest);
                });
            }
            moved.signalAll();
        } finally {
            lock.unlock();
        }
        ended.forEach(Window::close);
    }

    @Override
    public void close() {
        List<Window> ended;
        lock.lock();
        try {
            isClosed = true;
            ended = windows.stream().filter(each -> !each.isTaken).toList(); // the others are closed by their threads
            windows.removeAll(ended);
            moved.signalAll();
        } finally {
            lock.unlock();
        }
        ended.forEach(Window::close);
    }
}
