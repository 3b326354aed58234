package org.bdm.core.destination.object;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The memory in which bytes wait until a store has taken them; one for the whole process. Any thread.
 *
 * <p>Buffers that take bytes need blocks to get full, and blocks need the memory of the cache; sealed ones end by themselves. So memory is
 * refused only while sealed buffers are there whose end will free some. Where all buffers take bytes the limit gives way: else files that wait for
 * blocks and files that wait for buffers would wait for one another. So files are begun only while all that take bytes may have their buffers: a
 * writer begins one more than fits if it has no other, and what earlier runs left of a job is resumed whatever it needs.
 */
public final class PartMemory {
    private static final int SPARE_BYTES_MIN = 1 << 20;

    private final long bytesMax;
    private final Deque<byte[]> spare = new ArrayDeque<>(); // guarded by this, as all below
    private final List<Runnable> waiting = new ArrayList<>();
    private long bytesUsed;
    private long bytesPromised;
    private long bytesSealed;
    private long bytesSpare;

    /**
     * An empty one.
     *
     * @param bytesMax bytes that buffers may have together
     */
    public PartMemory(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** One sized for this process: a quarter of its heap, from 64 MiB to 512 MiB. */
    public static PartMemory ofProcess() {
        long quarter = Runtime.getRuntime().maxMemory() / 4;
        return new PartMemory(Math.max(64L << 20, Math.min(512L << 20, quarter)));
    }

    /** Files that take bytes may come to need so many more, or fewer. */
    synchronized void promised(long bytes) {
        bytesPromised += bytes;
    }

    /** True if a file may be begun: those that take bytes may not need it all. The next one may need more than is left, once. */
    synchronized boolean isPromisable() {
        return bytesPromised < bytesMax;
    }

    /** Takes a buffer; empty if there is none now. */
    synchronized Optional<PartBuffer> tryTake(int bytes) {
        boolean fits = bytesUsed + bytes <= bytesMax;
        if (!fits && bytesSealed > 0) return Optional.empty();
        byte[] array = array(bytes); // before it is counted: an allocation that fails takes nothing
        bytesUsed += array.length;
        return Optional.of(new PartBuffer(this, array, bytes));
    }

    /** Returns the smallest spare array that is large enough, or a new one, for which as many spare ones go as the limit asks for. */
    private byte[] array(int bytes) {
        byte[] fitting = null;
        for (byte[] next : spare) {
            boolean isEnough = bytes >= SPARE_BYTES_MIN && next.length >= bytes;
            if (isEnough && (fitting == null || next.length < fitting.length)) fitting = next;
        }
        if (fitting != null) {
            byte[] taken = fitting;
            spare.removeIf(each -> each == taken);
            bytesSpare -= taken.length;
            return taken;
        }
        while (!spare.isEmpty() && bytesUsed + bytesSpare + bytes > bytesMax) bytesSpare -= spare.remove().length;
        return new byte[bytes];
    }

    /** Has {@code then} run once, when some memory is free. */
    void whenFreed(Runnable then) {
        synchronized (this) {
            if (bytesSealed > 0) {
                waiting.add(then);
                return;
            }
        }
        then.run();
    }

    /** A buffer takes no more bytes: it ends by itself. */
    synchronized void sealed(int bytes) {
        bytesSealed += bytes;
    }

    /** A buffer is not needed any more. */
    void free(PartBuffer buffer, boolean wasSealed) {
        List<Runnable> woken;
        synchronized (this) {
            int bytes = buffer.capacity();
            bytesUsed -= bytes;
            if (wasSealed) bytesSealed -= bytes;
            if (bytesUsed == 0) { // the last job may have ended: nothing is kept for ever
                spare.clear();
                bytesSpare = 0;
            } else if (bytes >= SPARE_BYTES_MIN && bytesUsed + bytesSpare + bytes <= bytesMax) {
                spare.add(buffer.array());
                bytesSpare += bytes;
            }
            woken = List.copyOf(waiting);
            waiting.clear();
        }
        woken.forEach(Runnable::run);
    }

    /** Returns the bytes of the buffers that are in use. */
    public synchronized long bytesUsed() {
        return bytesUsed;
    }
}
