package org.bdm.core.reader;

import java.nio.ByteBuffer;
import java.util.List;

/** An index of lengths. */
final class PlainLayout implements PackLayout {
    @Override
    public int dataOffset(int pieces) {
        return 4 * pieces;
    }

    @Override
    public void writeIndex(List<PackedPiece> pieces, int dataOffset, ByteBuffer payload) {
        for (PackedPiece piece : pieces) payload.putInt(piece.length());
    }
}
