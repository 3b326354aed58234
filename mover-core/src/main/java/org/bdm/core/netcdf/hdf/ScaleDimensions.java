package org.bdm.core.netcdf.hdf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.netcdf.Dimension;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureFault;
import org.jspecify.annotations.Nullable;

/**
 * The dimensions of datasets, by the scales that {@code DIMENSION_LIST} refers to. A scale with several axes has their numbers in
 * {@code _Netcdf4Coordinates}. Axes without a scale get dimensions as netCDF-C finds or invents them. An unlimited dimension is as long as the
 * longest dataset that has it: all others end earlier in the file. One thread.
 */
final class ScaleDimensions {
    private final Hdf5Bytes bytes;
    private final GlobalHeap heap;
    private final Map<Long, Hdf5Dataset> scales = new HashMap<>(); // by the address of their headers
    private final Map<Long, Hdf5Dataset> numbered = new HashMap<>(); // by _Netcdf4Dimid
    private final Map<Hdf5Dataset, Long> lengths = new IdentityHashMap<>();
    private final Map<Hdf5Group, List<Dimension>> invented = new IdentityHashMap<>();
    private final Map<Hdf5Dataset, List<Dimension>> decided = new IdentityHashMap<>();
    private int dimensions;

    ScaleDimensions(Hdf5Bytes bytes, GlobalHeap heap, Hdf5Group root) {
        this.bytes = bytes;
        this.heap = heap;
        findScales(root);
        measure(root);
        decide(root);
    }

    private void findScales(Hdf5Group group) {
        for (Hdf5Dataset dataset : group.datasets()) {
            if (!dataset.isScale()) continue;
            dimensions++;
            scales.put(dataset.address(), dataset);
            numbers(dataset, "_Netcdf4Dimid").stream().findFirst().ifPresent(id -> numbered.put(id, dataset));
        }
        group.groups().forEach(this::findScales);
    }

    private void measure(Hdf5Group group) {
        for (Hdf5Dataset dataset : group.datasets()) {
            List<@Nullable Hdf5Dataset> axes = axes(dataset);
            for (int i = 0; i < axes.size(); i++) {
                Hdf5Dataset scale = axes.get(i);
                if (scale != null) lengths.merge(scale, dataset.space().shape().get(i), Math::max);
            }
        }
        group.groups().forEach(this::measure);
    }

    /** Inner groups first, as netCDF-C numbers the dimensions that it invents. */
    private void decide(Hdf5Group group) {
        group.groups().forEach(this::decide);
        for (Hdf5Dataset dataset : group.datasets()) {
            if (!dataset.isOnlyDimension()) decided.put(dataset, dimensions(dataset, group));
        }
    }

    /** The dimensions of the axes of a dataset. */
    List<Dimension> of(Hdf5Dataset dataset) {
        return decided.getOrDefault(dataset, List.of());
    }

    private List<Dimension> dimensions(Hdf5Dataset dataset, Hdf5Group group) {
        List<Dimension> own = new ArrayList<>();
        List<@Nullable Hdf5Dataset> axes = axes(dataset);
        for (int i = 0; i < axes.size(); i++) {
            Hdf5Dataset scale = axes.get(i);
            own.add(scale == null ? invented(dataset, i, group, own) : dimension(scale));
        }
        return own;
    }

    private Dimension dimension(Hdf5Dataset scale) {
        boolean isUnlimited =
                !scale.space().maxima().isEmpty() && scale.space().maxima().get(0) == Dataspace.UNLIMITED;
        return new Dimension(scale.netcdfName(), lengths.getOrDefault(scale, 0L), isUnlimited);
    }

    /** As netCDF-C: a dimension of the group with this length, scales first, that the dataset does not have yet, else a new one. */
    private Dimension invented(Hdf5Dataset dataset, int axis, Hdf5Group group, List<Dimension> own) {
        long length = dataset.space().shape().get(axis);
        boolean isUnlimited = dataset.space().maxima().get(axis) == Dataspace.UNLIMITED;
        List<Dimension> known = invented.computeIfAbsent(group, this::ofScales);
        for (Dimension dimension : known) {
            boolean isAlike = dimension.length() == length && dimension.isUnlimited() == isUnlimited;
            if (isAlike && !own.contains(dimension)) return dimension;
        }
        Dimension created = new Dimension("phony_dim_" + dimensions, length, isUnlimited);
        dimensions++;
        known.add(created);
        return created;
    }

    private List<Dimension> ofScales(Hdf5Group group) {
        List<Dimension> known = new ArrayList<>();
        for (Hdf5Dataset dataset : group.datasets()) if (dataset.isScale()) known.add(dimension(dataset));
        return known;
    }

    /** The scale of each axis; null for an axis without one. */
    private List<@Nullable Hdf5Dataset> axes(Hdf5Dataset dataset) {
        int rank = dataset.space().shape().size();
        List<Long> ids = numbers(dataset, "_Netcdf4Coordinates");
        if (ids.size() == rank && rank > 0 && ids.stream().allMatch(numbered::containsKey)) {
            return new ArrayList<>(ids.stream().map(numbered::get).toList());
        }
        List<@Nullable Hdf5Dataset> axes = listed(dataset, rank);
        if (dataset.isScale() && rank > 0 && axes.get(0) == null) axes.set(0, dataset);
        return axes;
    }

    private List<@Nullable Hdf5Dataset> listed(Hdf5Dataset dataset, int rank) {
        List<@Nullable Hdf5Dataset> axes = new ArrayList<>();
        for (int i = 0; i < rank; i++) axes.add(null);
        RawAttribute list = dataset.attribute("DIMENSION_LIST").orElse(null);
        if (list == null
                || list.type().typeClass() != Datatype.SEQUENCE
                || list.space().elements(0) != rank) return axes;
        Datatype base = list.type().base();
        if (base == null || base.typeClass() != Datatype.REFERENCE) return axes;
        FieldCursor pointers = list.data().rest();
        for (int i = 0; i < rank; i++) {
            FieldCursor reference = heap.follow(
                    pointers.slice(heap.pointerBytes()), base.element().bytes());
            if (reference.remaining() == 0) continue;
            Hdf5Dataset scale = scales.get(bytes.address(reference));
            if (scale == null) {
                throw StructureFault.malformed(
                        reference.offset(), "an axis of '" + dataset.name() + "' refers to no dimension scale");
            }
            axes.set(i, scale);
        }
        return axes;
    }

    private static List<Long> numbers(Hdf5Dataset dataset, String name) {
        RawAttribute attribute = dataset.attribute(name).orElse(null);
        if (attribute == null || attribute.type().typeClass() != Datatype.INTEGER) return List.of();
        if (!attribute.type().element().isNumber()) return List.of();
        long count = attribute.space().elements(0);
        int width = attribute.type().element().bytes();
        List<Long> numbers = new ArrayList<>();
        byte[] data = attribute.data().rest().bytes(Math.min(count, Dataspace.RANK_MAX) * width);
        for (int i = 0; i < Math.min(count, Dataspace.RANK_MAX); i++) {
            numbers.add(((Number) attribute.type().element().number(data, i * width)).longValue());
        }
        return numbers;
    }
}
