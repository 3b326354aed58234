package org.bdm.core.store.object;

import java.nio.ByteBuffer;
import org.bdm.core.s3.ObjectBody;
import org.bdm.core.s3.ObjectHead;
import org.jspecify.annotations.Nullable;

/**
 * A range of an object that is read from its start to its end: an answer to GET, or the intention to ask for one. Its place is guarded by the lock of
 * its {@link ObjectFile}; its body belongs to who has taken it.
 */
final class Window {
    boolean isTaken;
    private final long start;
    private long position;
    private long end;
    private @Nullable ObjectBody body;

    Window(long start, long end) {
        this.start = start;
        this.position = start;
        this.end = end;
    }

    /** Takes over an answer of this range, which the object may end within; returns what it says of the object. */
    ObjectHead open(ObjectBody answer) {
        body = answer;
        end = Math.min(end, answer.head().size());
        return answer.head();
    }

    boolean isOpen() {
        return body != null;
    }

    void read(ByteBuffer target) {
        ObjectBody open = body;
        if (open == null) throw new IllegalStateException("the window is not open");
        int unused = open.read(target);
    }

    void advance(int bytes) {
        position += bytes;
    }

    long position() {
        return position;
    }

    long end() {
        return end;
    }

    long left() {
        return end - position;
    }

    long length() {
        return end - start;
    }

    void close() {
        ObjectBody open = body;
        body = null;
        if (open != null) open.close();
    }
}
