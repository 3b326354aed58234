package org.bdm.core.netcdf.hdf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.core.netcdf.Attribute;
import org.bdm.core.netcdf.Dimension;
import org.bdm.core.netcdf.Group;
import org.bdm.core.netcdf.StructureBudget;
import org.bdm.core.netcdf.Variable;
import org.jspecify.annotations.Nullable;

/** Shows the groups and datasets of an HDF5 file as netCDF-4 does: scales become dimensions, marks of the library are hidden. One thread. */
final class NetcdfView {
    private static final Set<String> HIDDEN = Set.of(
            "CLASS",
            "NAME",
            "REFERENCE_LIST",
            "DIMENSION_LIST",
            "_Netcdf4Dimid",
            "_Netcdf4Coordinates",
            "_nc3_strict",
            "_NCProperties");

    private final StructureBudget budget;
    private final Hdf5Group root;
    private final AttributeValues values;
    private final ScaleDimensions scales;
    private final List<String> notes = new ArrayList<>();

    NetcdfView(Hdf5Bytes bytes, Hdf5Group root) {
        this.budget = bytes.budget();
        this.root = root;
        GlobalHeap heap = new GlobalHeap(bytes);
        this.values = new AttributeValues(heap, budget);
        this.scales = new ScaleDimensions(bytes, heap, root);
    }

    Group group() {
        Group seen = group(root, "");
        return new Group("", seen.attributes(), seen.dimensions(), seen.variables(), seen.groups(), notes);
    }

    private Group group(Hdf5Group group, String path) {
        Map<String, Dimension> dimensions = new HashMap<>();
        List<Variable> variables = new ArrayList<>();
        for (Hdf5Dataset dataset : group.datasets()) {
            if (dataset.isOnlyDimension()) continue;
            budget.bytes(path.length()); // each variable is named with its path
            List<Dimension> own = scales.of(dataset);
            own.forEach(dimension -> dimensions.put(dimension.name(), dimension));
            variables.add(new Variable(
                    dataset.netcdfName(),
                    dataset.type().element(),
                    own,
                    attributes(dataset.attributes(), path + dataset.netcdfName()),
                    dataset.storage(),
                    dataset.fill()));
        }
        List<Group> groups = new ArrayList<>();
        for (Hdf5Group child : group.groups()) groups.add(group(child, path + child.name() + "/"));
        return new Group(
                group.name(),
                attributes(group.attributes(), path.isEmpty() ? "/" : path),
                List.copyOf(dimensions.values()),
                variables,
                groups,
                List.of());
    }

    private List<Attribute> attributes(List<RawAttribute> raw, String owner) {
        List<Attribute> shown = new ArrayList<>();
        for (RawAttribute attribute : raw) {
            if (HIDDEN.contains(attribute.name())) continue;
            @Nullable Attribute value = values.read(attribute);
            if (value != null) {
                shown.add(value);
                continue;
            }
            String note = "attribute '" + attribute.name() + "' of " + owner + " is left out: it is a "
                    + attribute.type().element().words();
            budget.bytes(note.length());
            notes.add(note);
        }
        return shown;
    }
}
