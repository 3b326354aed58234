package org.bdm.core.netcdf.hdf;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureFault;

/**
 * Values of any length: texts and sequences, by the address of their collection and a number.
 *
 * <pre>
 *  collection: 'GCOL', 1, 0 0 0, bytes in all (length), objects
 *  object: number (u2; 0: free space, the last), references (u2), 0 (u4), bytes (length), data up to a multiple of 8
 *  in a dataset or attribute: number of elements (u4), address of the collection (offset), number (u4)
 * </pre>
 *
 * <p>The last collections are kept: texts of a dataset follow one another.
 */
final class GlobalHeap {
    private static final int COLLECTIONS_KEPT = 16;
    private static final long COLLECTION_BYTES_MAX = 32L << 20;

    private final Hdf5Bytes bytes;
    private final Map<Long, Map<Integer, FieldCursor>> collections = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Map<Integer, FieldCursor>> eldest) {
            return size() > COLLECTIONS_KEPT;
        }
    };

    GlobalHeap(Hdf5Bytes bytes) {
        this.bytes = bytes;
    }

    /** Bytes of a pointer into the heap. */
    int pointerBytes() {
        return 4 + bytes.offsetWidth() + 4;
    }

    /** Follows a pointer; an empty value has no elements. */
    FieldCursor follow(FieldCursor pointer, long elementBytes) {
        long start = pointer.offset();
        long count = pointer.u4();
        long address = bytes.address(pointer);
        long number = pointer.u4();
        if (count == 0 || address == 0 || address == Hdf5Bytes.UNDEFINED)
            return pointer.rest().slice(0);
        Map<Integer, FieldCursor> collection = collections.get(address);
        if (collection == null) {
            collection = read(address);
            collections.put(address, collection);
        }
        FieldCursor object = number > 0xFFFF ? null : collection.get((int) number);
        if (object == null) throw StructureFault.malformed(start, "a value is missing in its heap");
        return object.rest().slice(Math.multiplyExact(count, elementBytes));
    }

    private Map<Integer, FieldCursor> read(long address) {
        FieldCursor head = bytes.at(address, 8L + bytes.lengthWidth());
        head.signature("GCOL").skip(4);
        long length = bytes.length(head);
        if (length > COLLECTION_BYTES_MAX) {
            throw StructureFault.malformed(head.offset(), "a heap has " + length + " bytes");
        }
        FieldCursor cursor = bytes.at(address, length).skip(8L + bytes.lengthWidth());
        Map<Integer, FieldCursor> objects = new HashMap<>();
        while (cursor.remaining() >= 8 + bytes.lengthWidth()) {
            bytes.budget().part();
            int number = cursor.u2();
            cursor.skip(6);
            long size = bytes.length(cursor);
            if (number == 0) break;
            objects.put(number, cursor.slice(size));
            cursor.skip(Math.min(cursor.remaining(), (8 - size % 8) % 8));
        }
        return objects;
    }
}
