package org.bdm.core.netcdf.hdf;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureFault;

/**
 * The attributes of an object: messages of its header, or in a heap if there are many.
 *
 * <pre>
 *  attribute info: 0, flags, [largest order (u2): bit 0], heap, tree by name (offset each), [tree by order (offset): bit 1]
 *  record of the tree: id (8 bytes), flags (u1), order (u4), [hash (u4)]
 * </pre>
 */
final class ObjectAttributes {
    private static final int SHARED = 2;

    private final Hdf5Bytes bytes;
    private final SharedMessages shared;
    private final List<RawAttribute> attributes = new ArrayList<>();

    private ObjectAttributes(Hdf5Bytes bytes, SharedMessages shared) {
        this.bytes = bytes;
        this.shared = shared;
    }

    static List<RawAttribute> read(Hdf5Bytes bytes, SharedMessages shared, ObjectHeader header) {
        ObjectAttributes object = new ObjectAttributes(bytes, shared);
        for (Message message : header.messages()) {
            if (message.type() == Message.ATTRIBUTE) object.add(shared.body(message));
            if (message.type() == Message.ATTRIBUTE_INFO) object.dense(shared.body(message));
        }
        return object.attributes;
    }

    private void add(FieldCursor cursor) {
        bytes.budget().part();
        attributes.add(RawAttribute.read(bytes, shared, cursor));
    }

    private void dense(FieldCursor cursor) {
        cursor.skip(1);
        int flags = cursor.u1();
        if ((flags & 1) != 0) cursor.skip(2);
        long heapAddress = bytes.address(cursor);
        long byName = bytes.address(cursor);
        Optional<Long> byOrder = (flags & 2) != 0 ? Optional.of(bytes.address(cursor)) : Optional.empty();
        if (heapAddress == Hdf5Bytes.UNDEFINED) return;
        FractalHeap heap = FractalHeap.read(bytes, heapAddress);
        long tree = byOrder.filter(address -> address != Hdf5Bytes.UNDEFINED).orElse(byName);
        BTreeV2.read(bytes, tree, node -> {
            FieldCursor id = node.slice(8);
            if ((node.u1() & SHARED) != 0) {
                throw StructureFault.unsupported("attributes in the shared heap of an HDF5 file");
            }
            add(heap.object(id));
        });
    }
}
