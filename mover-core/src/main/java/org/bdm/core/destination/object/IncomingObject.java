package org.bdm.core.destination.object;

import java.nio.ByteBuffer;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.IncomingFile;
import org.jspecify.annotations.Nullable;

/**
 * A file on its way into a bucket: its bytes in memory, or its parts at the store. What the store has of an upload nobody can read before it is
 * an object.
 */
final class IncomingObject implements IncomingFile {
    private final String name;
    private final long size;
    private final @Nullable HeldBytes body;
    private final @Nullable UploadNote upload;
    private final List<PartNote> parts;

    /** Of bytes in memory; of none if {@code body} is null. */
    IncomingObject(String name, long size, @Nullable HeldBytes body) {
        this(name, size, body, null, List.of());
    }

    /** Of parts. */
    IncomingObject(String name, long size, @Nullable UploadNote upload, List<PartNote> parts) {
        this(name, size, null, upload, parts);
    }

    private IncomingObject(
            String name, long size, @Nullable HeldBytes body, @Nullable UploadNote upload, List<PartNote> parts) {
        this.name = name;
        this.size = size;
        this.body = body;
        this.upload = upload;
        this.parts = parts;
    }

    /** The parts of an incoming file of a destination of objects. */
    static IncomingObject of(IncomingFile file) {
        if (file instanceof IncomingObject object) return object;
        throw new MoverException(ErrorCode.INTERNAL, file.name() + " is not on its way into a bucket");
    }

    /** The upload; null for one that is put as a whole. */
    @Nullable UploadNote upload() {
        return upload;
    }

    List<PartNote> parts() {
        return parts;
    }

    /** The bytes of one that is put as a whole. */
    ByteBuffer content() {
        return body == null ? ByteBuffer.allocate(0) : body.content();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public int read(long offset, ByteBuffer target) {
        if (upload != null) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED, "the parts of " + upload.key() + " cannot be read before it is whole");
        }
        ByteBuffer bytes = content();
        int length = (int) Math.max(0, Math.min(target.remaining(), bytes.limit() - offset));
        if (length > 0) target.put(bytes.slice((int) offset, length));
        return length;
    }

    @Override
    public void close() {
        if (body != null) body.free();
    }
}
