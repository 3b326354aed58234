package org.bdm.core.wire;

import java.nio.ByteBuffer;
import java.util.List;
import org.bdm.core.wire.Frame.PackPiece;

/** The index at the front of a pack's payload; see docs/protocol.md, "PACK". */
public final class PackIndex {
    /** Bytes in front of the first piece. */
    static final int FIXED_BYTES = 16;

    /** Bytes of each piece. */
    static final int PIECE_BYTES = 64;

    /** Bytes for the details of pieces with errors; what does not fit is cut. */
    static final int DETAILS_BYTES = 1024;

    private PackIndex() {}

    /** Where the data begin in a pack of so many pieces: known before anything is read, so that files are read to their place. */
    public static int dataOffset(int pieces) {
        return FIXED_BYTES + PIECE_BYTES * pieces + DETAILS_BYTES;
    }

    /** Writes the index to {@code [0, dataOffset)} of {@code payload}, absolute; call before the checksum is taken. */
    public static void write(List<PackPiece> pieces, int dataOffset, ByteBuffer payload) {
        throw new UnsupportedOperationException("" + pieces + dataOffset + payload);
    }
}
