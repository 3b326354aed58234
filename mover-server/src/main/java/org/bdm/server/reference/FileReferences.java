package org.bdm.server.reference;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.netcdf.BufferedBytes;
import org.bdm.core.netcdf.FileBytes;
import org.bdm.core.netcdf.Group;
import org.bdm.core.netcdf.StructureFault;
import org.bdm.core.netcdf.Variable;
import org.bdm.core.netcdf.classic.ClassicFile;
import org.bdm.core.netcdf.hdf.Hdf5File;

/** Makes the set of one file. One thread, which may block. */
public final class FileReferences {
    private final boolean isOneOfSeveral;
    private final InlineBudget budget;

    private FileReferences(boolean isOneOfSeveral, InlineBudget budget) {
        this.isOneOfSeveral = isOneOfSeveral;
        this.budget = budget;
    }

    /** For a set of one file. */
    public static FileReferences alone() {
        return new FileReferences(false, new InlineBudget());
    }

    /** For files of one set: variables are chosen to be held by what they are alone, not by how large they are in one file. */
    public static FileReferences several() {
        return new FileReferences(true, new InlineBudget());
    }

    /**
     * Reads the structure of the file, and what the set holds itself.
     *
     * @throws org.bdm.core.fault.MoverException FILE_MALFORMED with the offset; UNSUPPORTED and TOO_LARGE with what it is
     */
    public ReferenceSet of(SetFile file, FileBytes bytes) {
        BufferedBytes buffered = new BufferedBytes(bytes);
        Group root = root(buffered);
        List<String> notes = new ArrayList<>(root.notes());
        List<ReferencedGroup> groups = new ArrayList<>();
        List<ReferencedArray> arrays = new ArrayList<>();
        add(root, "", new ArrayReferences(buffered, budget, notes), groups, arrays);
        return new ReferenceSet(List.of(file), groups, arrays, notes);
    }

    private static Group root(BufferedBytes file) {
        if (ClassicFile.matches(file)) return ClassicFile.read(file);
        if (Hdf5File.matches(file)) return Hdf5File.read(file);
        throw StructureFault.malformed(0, "it is neither NetCDF nor HDF5");
    }

    private void add(
            Group group,
            String path,
            ArrayReferences references,
            List<ReferencedGroup> groups,
            List<ReferencedArray> arrays) {
        groups.add(new ReferencedGroup(path, JsonValues.attributes(group.attributes())));
        String prefix = path.isEmpty() ? "" : path + "/";
        InlineRule rule = new InlineRule(group, !isOneOfSeveral);
        for (Variable variable : group.variables()) arrays.add(references.of(variable, prefix, rule));
        for (Group child : group.groups()) add(child, prefix + child.name(), references, groups, arrays);
    }
}
