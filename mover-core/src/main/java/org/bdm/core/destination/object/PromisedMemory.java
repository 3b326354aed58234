package org.bdm.core.destination.object;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The memory that a file which takes bytes may come to need: one part, or all of it. Any thread. */
final class PromisedMemory {
    private final PartMemory memory;
    private final long bytes;
    private final AtomicInteger filesOfWriter;
    private final AtomicBoolean isEnded = new AtomicBoolean();

    /** Counts from now on, among the files of one writer and in the whole process. */
    PromisedMemory(PartMemory memory, long bytes, AtomicInteger filesOfWriter) {
        this.memory = memory;
        this.bytes = bytes;
        this.filesOfWriter = filesOfWriter;
        filesOfWriter.incrementAndGet();
        memory.promised(bytes);
    }

    /** The file takes no more bytes; the second time nothing happens. */
    void end() {
        if (!isEnded.compareAndSet(false, true)) return;
        memory.promised(-bytes);
        filesOfWriter.decrementAndGet();
    }
}
