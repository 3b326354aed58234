package org.bdm.core.destination.object;

import java.nio.ByteBuffer;

/** Bytes of one part, or of one small object. Belongs to one thread at a time until it is sealed; then it is only read. */
final class PartBuffer implements HeldBytes {
    private final PartMemory memory;
    private final byte[] array;
    private final ByteBuffer bytes;
    private boolean isSealed; // guarded by this
    private boolean isFreed; // guarded by this

    /** Takes at most this many bytes into the array, which may be longer. */
    PartBuffer(PartMemory memory, byte[] array, int bytesMax) {
        this.memory = memory;
        this.array = array;
        this.bytes = ByteBuffer.wrap(array, 0, bytesMax);
    }

    /** Returns the bytes of memory that it holds; it may take fewer. */
    int capacity() {
        return array.length;
    }

    byte[] array() {
        return array;
    }

    int length() {
        return bytes.position();
    }

    boolean isFull() {
        return !bytes.hasRemaining();
    }

    /** Takes as many bytes as fit. */
    void put(ByteBuffer more) {
        int fitting = Math.min(more.remaining(), bytes.remaining());
        bytes.put(more.slice().limit(fitting));
        more.position(more.position() + fitting);
    }

    /** Takes zeros, as many as fit; returns how many. */
    int putZeros(long wanted) {
        int fitting = (int) Math.min(wanted, bytes.remaining());
        java.util.Arrays.fill(array, bytes.position(), bytes.position() + fitting, (byte) 0);
        bytes.position(bytes.position() + fitting);
        return fitting;
    }

    /** Takes no more. */
    void seal() {
        synchronized (this) {
            if (isSealed) return;
            isSealed = true;
        }
        memory.sealed(capacity());
    }

    @Override
    public ByteBuffer content() {
        return ByteBuffer.wrap(array, 0, length()).slice();
    }

    @Override
    public void free() {
        boolean wasSealed;
        synchronized (this) {
            if (isFreed) return;
            isFreed = true;
            wasSealed = isSealed;
        }
        memory.free(this, wasSealed);
    }
}
