package org.bdm.core.netcdf.hdf;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.FillValue;
import org.bdm.core.netcdf.Filter;
import org.bdm.core.netcdf.Storage;
import org.bdm.core.netcdf.StructureFault;

/** Walks the groups of a file and reads what is in them. One thread. */
final class Hdf5Objects {
    private static final int DEPTH_MAX = 32;
    private static final int OBJECTS_MAX = 100_000;

    private final Hdf5Bytes bytes;
    private final SharedMessages shared;
    private final Set<Long> openGroups = new HashSet<>();
    private int objects;

    Hdf5Objects(Hdf5Bytes bytes) {
        this.bytes = bytes;
        this.shared = new SharedMessages(bytes);
    }

    Hdf5Group root(long address) {
        return group("", ObjectHeader.read(bytes, address));
    }

    private Hdf5Group group(String name, ObjectHeader header) {
        if (!openGroups.add(header.address()) || openGroups.size() > DEPTH_MAX) {
            throw StructureFault.malformed(
                    header.address(), "group '" + name + "' contains itself, or is nested too deeply");
        }
        List<Hdf5Dataset> datasets = new ArrayList<>();
        List<Hdf5Group> groups = new ArrayList<>();
        for (Link link : GroupLinks.read(bytes, shared, header)) {
            if (++objects > OBJECTS_MAX) {
                throw StructureFault.unsupported("files with more than " + OBJECTS_MAX + " groups and variables");
            }
            ObjectHeader child = ObjectHeader.read(bytes, link.address());
            if (GroupLinks.isGroup(child)) groups.add(group(link.name(), child));
            else if (child.find(Message.LAYOUT).isPresent()) datasets.add(dataset(link.name(), child));
            // else a named type, which is no variable
        }
        openGroups.remove(header.address());
        return new Hdf5Group(name, ObjectAttributes.read(bytes, shared, header), datasets, groups);
    }

    private Hdf5Dataset dataset(String name, ObjectHeader header) {
        if (header.find(Message.EXTERNAL_FILES).isPresent()) {
            throw StructureFault.unsupported("'" + name + "' has its values in other files");
        }
        Dataspace space = Dataspace.read(bytes, required(header, Message.DATASPACE, name));
        Datatype type = Datatype.read(required(header, Message.DATATYPE, name));
        List<Filter> filters = header.find(Message.FILTERS)
                .map(message -> FilterMessage.read(shared.body(message)))
                .orElse(List.of());
        LayoutMessage layout = new LayoutMessage(bytes, space, type.element().bytes(), filters);
        Storage storage = layout.read(required(header, Message.LAYOUT, name), name);
        List<RawAttribute> attributes = ObjectAttributes.read(bytes, shared, header);
        return new Hdf5Dataset(name, header.address(), type, space, attributes, storage, fill(header));
    }

    private FieldCursor required(ObjectHeader header, int type, String name) {
        return header.find(type)
                .map(shared::body)
                .orElseThrow(() -> StructureFault.malformed(
                        header.address(), "dataset '" + name + "' lacks message " + type + " of its header"));
    }

    private FillValue fill(ObjectHeader header) {
        if (header.find(Message.FILL_VALUE).isPresent()) {
            return FillMessage.read(shared.body(header.find(Message.FILL_VALUE).get()));
        }
        return header.find(Message.OLD_FILL_VALUE)
                .map(message -> FillMessage.readOld(shared.body(message)))
                .orElse(FillValue.ZERO);
    }
}
