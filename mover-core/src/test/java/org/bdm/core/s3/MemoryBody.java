package org.bdm.core.s3;

import java.nio.ByteBuffer;

/** Content of an object of a {@link MemoryBucket}. */
record MemoryBody(ObjectHead head, ByteBuffer content) implements ObjectBody {
    @Override
    public int read(ByteBuffer target) {
        int length = Math.min(target.remaining(), content.remaining());
        target.put(content.slice(content.position(), length));
        content.position(content.position() + length);
        return length;
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
