package org.bdm.core.reader;

import java.nio.ByteBuffer;
import java.util.List;

/** Where index and data are in the payload of a pack: the wire format's affair. Safe on any thread. */
public interface PackLayout {
    /** Where the data begin in a pack of so many pieces. */
    int dataOffset(int pieces);

    /** Writes the index to {@code [0, dataOffset)} of the payload, before its checksum is taken. */
    void writeIndex(List<PackedPiece> pieces, int dataOffset, ByteBuffer payload);
}
