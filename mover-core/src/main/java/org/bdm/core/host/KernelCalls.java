package org.bdm.core.host;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;

/**
 * The two system calls of this package. Structures are read by offset: timex and statvfs are laid out alike on every 64-bit Linux. Each call
 * gives its result, or minus the errno.
 */
final class KernelCalls {
    private static final int STRUCTURE_BYTES = 512; // both have less

    static {
        Native.register(KernelCalls.class, NativeLibrary.getProcess());
    }

    private KernelCalls() {}

    private static native int adjtimex(long structure);

    private static native int statvfs(long path, long structure);

    /** Reads the state of the clock into {@code structure}, and changes nothing: no mode is set. */
    static int clock(Memory structure) {
        return result(adjtimex(Pointer.nativeValue(structure)));
    }

    /** Reads the room of the file system at {@code path} into {@code structure}. */
    static int room(String path, Memory structure) {
        byte[] name = path.getBytes(StandardCharsets.UTF_8);
        try (Memory copy = new Memory(name.length + 1L)) {
            copy.write(0, name, 0, name.length);
            copy.setByte(name.length, (byte) 0);
            return result(statvfs(Pointer.nativeValue(copy), Pointer.nativeValue(structure)));
        }
    }

    /** Memory for one structure, all zero; to be closed. */
    static Memory structure() {
        Memory memory = new Memory(STRUCTURE_BYTES);
        memory.clear();
        return memory;
    }

    private static int result(int returned) {
        return returned < 0 ? -Native.getLastError() : returned;
    }
}
