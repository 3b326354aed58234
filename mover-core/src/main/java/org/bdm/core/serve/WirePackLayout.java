package org.bdm.core.serve;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.MoverException;
import org.bdm.core.reader.PackLayout;
import org.bdm.core.reader.PackedPiece;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.PackIndex;

/** Packs as protocol version 1 has them. */
final class WirePackLayout implements PackLayout {
    @Override
    public int dataOffset(int pieces) {
        return PackIndex.dataOffset(pieces);
    }

    @Override
    public void writeIndex(List<PackedPiece> pieces, int dataOffset, ByteBuffer payload) {
        PackIndex.write(frames(pieces), payload);
    }

    static List<Frame.PackPiece> frames(List<PackedPiece> pieces) {
        List<Frame.PackPiece> frames = new ArrayList<>(pieces.size());
        for (PackedPiece piece : pieces) {
            MoverException error = piece.error();
            frames.add(new Frame.PackPiece(
                    piece.item().file(),
                    piece.item().epoch(),
                    piece.length(),
                    piece.version(),
                    piece.mode(),
                    error == null ? null : error.code(),
                    error == null ? "" : FailureFrames.shortened(error.detail())));
        }
        return frames;
    }
}
