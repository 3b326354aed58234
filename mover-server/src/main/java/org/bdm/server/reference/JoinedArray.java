package org.bdm.server.reference;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.netcdf.Storage;

/** One array of the arrays of all files, one after the other along the time axis. */
final class JoinedArray {
    private final List<ReferenceSet> sets;
    private final TimeAxis axis;
    private final List<ReferencedArray> parts;
    private final ReferencedArray first;
    private final int along;

    /**
     * Of parts in the order of the sets, which is that of time.
     *
     * @param parts an array of each set
     */
    JoinedArray(List<ReferenceSet> sets, TimeAxis axis, List<ReferencedArray> parts) {
        this.sets = sets;
        this.axis = axis;
        this.parts = parts;
        this.first = parts.get(0);
        this.along = first.dimensions().indexOf(axis.dimension());
    }

    /** UNSUPPORTED with the names of the files that do not agree. */
    ReferencedArray joined() {
        for (int i = 1; i < parts.size(); i++) {
            ReferencedArray part = parts.get(i);
            String difference = Agreement.difference(first, part);
            if (difference == null && !otherExtents(first).equals(otherExtents(part))) difference = "shape";
            if (difference == null && !axis.isConvertible(first, i, part)) difference = "unit";
            if (difference != null) {
                throw CombinedReferences.refused(
                        "has another " + difference + " of '" + first.path() + "'", sets.get(i), sets.get(0));
            }
        }
        return first.isInline() ? inline() : referenced();
    }

    private List<Long> otherExtents(ReferencedArray array) {
        List<Long> others = new ArrayList<>(array.shape());
        others.remove(along);
        return others;
    }

    private List<Long> shape() {
        List<Long> shape = new ArrayList<>(first.shape());
        shape.set(
                along, parts.stream().mapToLong(part -> part.shape().get(along)).sum());
        return shape;
    }

    private ReferencedArray inline() {
        if (along != 0 || first.type().element().isText()) {
            throw CombinedReferences.refused(
                    "has '" + first.path() + "', which is held in the set and cannot be joined", sets.get(0), null);
        }
        byte[] values = axis.values(first, parts);
        return InlineArrays.of(
                first.path(), first.type(), first.dimensions(), shape(), first.fillValue(), first.attributes(), values);
    }

    private ReferencedArray referenced() {
        List<Long> shape = shape();
        long chunkExtent = first.chunkShape().get(along);
        long[] grid = ReferencedArray.grid(shape, first.chunkShape());
        Map<Long, Reference> chunks = new HashMap<>();
        long before = 0;
        for (int file = 0; file < parts.size(); file++) {
            ReferencedArray part = parts.get(file);
            long length = part.shape().get(along);
            if (file < parts.size() - 1 && length % chunkExtent != 0) {
                throw CombinedReferences.refused(
                        "has " + length + " steps of '" + first.path() + "' in chunks of " + chunkExtent
                                + ", so that the next file would not begin with a chunk",
                        sets.get(file),
                        null);
            }
            long[] own = part.grid();
            for (Map.Entry<Long, Reference> chunk : part.chunks().entrySet()) {
                long[] position = Storage.position(chunk.getKey(), own);
                position[along] += before / chunkExtent;
                chunks.put(ReferencedArray.index(position, grid), ofFile(chunk.getValue(), file));
            }
            before += length;
        }
        return new ReferencedArray(
                first.path(),
                first.type(),
                first.dimensions(),
                shape,
                first.chunkShape(),
                first.codecs(),
                first.fillValue(),
                first.attributes(),
                chunks,
                null);
    }

    private static Reference ofFile(Reference reference, int file) {
        return reference instanceof Reference.Part part
                ? new Reference.Part(file, part.offset(), part.bytes())
                : reference;
    }
}
