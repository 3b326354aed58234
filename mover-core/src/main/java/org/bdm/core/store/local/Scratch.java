package org.bdm.core.store.local;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Native memory of one thread for the arguments of one system call: two names, a small structure, and 64 KiB of data. With it a call passes
 * numbers only, which is JNA's fast way. Valid until the thread's next call.
 */
final class Scratch {
    /** Bytes of the data area. */
    static final int DATA_BYTES = 1 << 16;

    /** Room for a name with its NUL: Linux takes 4,096 bytes. */
    static final int NAME_BYTES = 4096 + 64;

    private static final int SECOND_NAME = NAME_BYTES;
    private static final int STRUCTURE = 2 * NAME_BYTES;
    private static final int STRUCTURE_BYTES = 512;
    private static final int DATA = STRUCTURE + STRUCTURE_BYTES;

    private static final ThreadLocal<Scratch> MINE = ThreadLocal.withInitial(Scratch::new);

    /** The data area, in the machine's byte order. */
    final ByteBuffer data;

    /** The structure area, in the machine's byte order. */
    final ByteBuffer structure;

    private final ByteBuffer memory;
    private final long address;

    private Scratch() {
        memory = ByteBuffer.allocateDirect(DATA + DATA_BYTES).order(ByteOrder.nativeOrder());
        address = Posix.addressOf(memory);
        structure = memory.slice(STRUCTURE, STRUCTURE_BYTES).order(ByteOrder.nativeOrder());
        data = memory.slice(DATA, DATA_BYTES).order(ByteOrder.nativeOrder());
    }

    static Scratch ofThisThread() {
        return MINE.get();
    }

    /** Writes the name, closed by NUL, and gives its address. */
    long first(byte[] name) {
        return put(0, name);
    }

    /** As {@link #first}, for a call with two names. */
    long second(byte[] name) {
        return put(SECOND_NAME, name);
    }

    long structureAddress() {
        return address + STRUCTURE;
    }

    long dataAddress() {
        return address + DATA;
    }

    private long put(int at, byte[] name) {
        if (name.length >= NAME_BYTES) throw new IllegalArgumentException("a name of " + name.length + " bytes");
        memory.put(at, name).put(at + name.length, (byte) 0);
        return address + at;
    }
}
