package org.bdm.core.reader;

import java.nio.ByteBuffer;
import java.util.List;

/** Positions of index and data in the payload of a pack, as the wire format defines them. Safe on any thread. */
public interface PackLayout {
    /** Returns the offset of the data in a pack of so many pieces. */
    int dataOffset(int pieces);

    /** Writes the index to {@code [0, dataOffset)} of the payload, before its checksum is taken. */
    void writeIndex(List<PackedPiece> pieces, int dataOffset, ByteBuffer payload);
}
