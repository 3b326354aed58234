package org.bdm.core.netcdf.hdf;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.netcdf.BufferedBytes;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.Group;

/** Reads an HDF5 file as netCDF-4 shows it. */
public final class Hdf5File {
    private Hdf5File() {}

    /** True if the file has the signature of HDF5, at its beginning or behind a user block. */
    public static boolean matches(BufferedBytes file) {
        return Superblock.find(file) >= 0;
    }

    /**
     * Reads its structure, but no values of variables.
     *
     * @throws org.bdm.core.fault.MoverException FILE_MALFORMED with the offset; UNSUPPORTED and TOO_LARGE with what it is
     */
    public static Group read(BufferedBytes file) {
        Superblock superblock = Superblock.read(file);
        Hdf5Bytes bytes = superblock.bytes();
        return new NetcdfView(bytes, new Hdf5Objects(bytes).root(superblock.root())).group();
    }

    /** Returns the texts that the values of a variable of texts point to. */
    public static List<String> texts(BufferedBytes file, byte[] pointers) {
        Hdf5Bytes bytes = Superblock.read(file).bytes();
        GlobalHeap heap = new GlobalHeap(bytes);
        FieldCursor cursor = new FieldCursor(pointers, 0, ByteOrder.LITTLE_ENDIAN);
        List<String> texts = new ArrayList<>();
        while (cursor.remaining() > 0) {
            FieldCursor text = heap.follow(cursor.slice(heap.pointerBytes()), 1);
            bytes.budget().bytes(text.remaining());
            texts.add(AttributeValues.trimmed(text.bytes(text.remaining())));
        }
        return texts;
    }
}
