package org.bdm.core.destination;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.IncomingFile;

/** A file that is being sent to an {@link AscendingDestination}: it grows at its end and nowhere else. It is at the far end, so it outlives the process. */
final class Upload {
    private final String name;
    private final long number;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long durable;
    private int life;

    Upload(String name, long number, int life) {
        this.name = name;
        this.number = number;
        this.life = life;
    }

    /** No other upload ever has this number. */
    long number() {
        return number;
    }

    synchronized long size() {
        return bytes.size();
    }

    synchronized byte[] content() {
        return bytes.toByteArray();
    }

    synchronized void append(ByteBuffer more, int byLife) {
        if (byLife != life)
            throw new MoverException(ErrorCode.WRITE_ERROR, name + " belongs to a process that is dead");
        byte[] copy = new byte[more.remaining()];
        more.get(copy);
        bytes.writeBytes(copy);
    }

    /** Returns the bytes that are on stable storage from now on. */
    synchronized long prove() {
        durable = bytes.size();
        return durable;
    }

    /** The process that sent it is dead, and the power went with it. */
    synchronized void cut() {
        truncate(durable);
        life = -1;
    }

    /** Goes on behind this offset, for this life. */
    synchronized void goOn(long offset, int byLife) {
        truncate(offset);
        life = byLife;
    }

    private void truncate(long length) {
        byte[] left = Arrays.copyOf(bytes.toByteArray(), (int) Math.min(length, bytes.size()));
        bytes.reset();
        bytes.writeBytes(left);
        durable = Math.min(durable, left.length);
    }

    /** The upload as the engine sees it. */
    IncomingFile asFile() {
        return new File();
    }

    private final class File implements IncomingFile {
        @Override
        public String name() {
            return name;
        }

        @Override
        public long size() {
            return Upload.this.size();
        }

        @Override
        public int read(long offset, ByteBuffer target) {
            byte[] now = content();
            int length = (int) Math.min(target.remaining(), now.length - offset);
            if (length <= 0) return 0;
            target.put(now, (int) offset, length);
            return length;
        }

        @Override
        public void close() {
            // Nothing is open at this end.
        }
    }
}
