package org.bdm.core.netcdf.hdf;

import java.util.HashMap;
import java.util.Map;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureFault;

/**
 * Follows messages that stand in the header of another object, as the type of a dataset with a named type.
 *
 * <pre>
 *  version 1: 1, 0 (7 bytes), header (offset)
 *  version 2: 2, type, header (offset)
 *  version 3: 3, type (2: in another header), header (offset)
 * </pre>
 */
final class SharedMessages {
    private static final int IN_HEAP = 1;

    private final Hdf5Bytes bytes;
    private final Map<Long, ObjectHeader> headers = new HashMap<>();

    SharedMessages(Hdf5Bytes bytes) {
        this.bytes = bytes;
    }

    /** The body of a message, wherever it is. */
    FieldCursor body(Message message) {
        return message.isShared()
                ? follow(message.body().rest(), message.type())
                : message.body().rest();
    }

    /** The body of the message of this type that is named here. */
    FieldCursor follow(FieldCursor cursor, int type) {
        long start = cursor.offset();
        int version = cursor.u1();
        int kind = cursor.u1();
        if (version == 1) cursor.skip(6);
        else if (version == 3 && kind == IN_HEAP) {
            throw StructureFault.unsupported("messages in the shared heap of an HDF5 file");
        }
        long address = bytes.address(cursor);
        ObjectHeader header = headers.get(address);
        if (header == null) {
            header = ObjectHeader.read(bytes, address);
            headers.put(address, header);
        }
        return header.find(type)
                .filter(message -> !message.isShared())
                .map(message -> message.body().rest())
                .orElseThrow(() -> StructureFault.malformed(start, "a shared message is not where it should be"));
    }
}
