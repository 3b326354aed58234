package org.bdm.core.netcdf.classic;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.bdm.core.netcdf.BufferedBytes;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureBudget;
import org.bdm.core.netcdf.StructureFault;

/** The header of a classic file, field after field; big-endian, and every part padded to four bytes. One thread. */
final class HeaderBytes {
    private final BufferedBytes file;
    private final StructureBudget budget = new StructureBudget();
    private final int version;
    private long offset;

    /** Reads behind the four bytes 'CDF' and version. */
    HeaderBytes(BufferedBytes file, int version) {
        this.file = file;
        this.version = version;
        this.offset = 4;
    }

    long offset() {
        return offset;
    }

    StructureBudget budget() {
        return budget;
    }

    private FieldCursor next(long length) {
        FieldCursor cursor = new FieldCursor(file.at(offset, length), offset, ByteOrder.BIG_ENDIAN);
        offset += length;
        return cursor;
    }

    long u4() {
        return next(4).u4();
    }

    /** A count: four bytes, in CDF-5 eight. */
    long count() {
        return version == 5 ? i8() : u4();
    }

    /** An offset in the file: four bytes, from CDF-2 on eight. */
    long place() {
        return version == 1 ? u4() : i8();
    }

    private long i8() {
        long at = offset;
        long value = next(8).i8();
        if (value < 0) throw StructureFault.malformed(at, "a number is negative");
        return value;
    }

    /** Number of records; -1 if it was never set. */
    long records() {
        if (version == 5) return next(8).i8();
        long count = u4();
        return count == 0xFFFF_FFFFL ? -1 : count;
    }

    byte[] padded(long length) {
        budget.bytes(length);
        byte[] bytes = next(length).bytes(length);
        next((4 - length % 4) % 4);
        return bytes;
    }

    String name() {
        return new String(padded(count()), StandardCharsets.UTF_8);
    }

    /** The number of elements of a list with this tag; an absent one is empty. */
    long list(int tag) {
        long at = offset;
        long found = u4();
        long elements = count();
        if (found != tag && (found != 0 || elements != 0)) {
            throw StructureFault.malformed(
                    at, "the header has a list of kind " + found + " where " + tag + " is expected");
        }
        return elements;
    }
}
