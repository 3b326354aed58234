package org.bdm.core.netcdf.classic;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.netcdf.Attribute;
import org.bdm.core.netcdf.BufferedBytes;
import org.bdm.core.netcdf.Dimension;
import org.bdm.core.netcdf.ElementType;
import org.bdm.core.netcdf.Group;
import org.bdm.core.netcdf.StructureFault;

/**
 * Reads a file of a classic format.
 *
 * <pre>
 *  'CDF', version (1, 2 or 5), records (count; all ones: never set)
 *  dimensions: tag 10 (u4), number (count); each: name, length (count; 0: the record dimension)
 *  attributes: tag 12 (u4), number (count); each: name, type (u4), values (count), values padded to 4
 *  variables:  tag 11 (u4), number (count); each: name, axes (count), dimensions (count each), attributes,
 *              type (u4), bytes (count), first byte (4 bytes; from version 2 on 8)
 *  name: bytes (count), UTF-8 padded to 4
 *  count: u4, in version 5 eight bytes; a list that is not there has tag 0 and number 0
 * </pre>
 */
public final class ClassicFile {
    private static final int DIMENSIONS = 10;
    private static final int VARIABLES = 11;
    private static final int ATTRIBUTES = 12;
    private static final int AXES_MAX = 1024;

    private final HeaderBytes header;
    private final BufferedBytes file;
    private final long records;
    private final List<Dimension> dimensions = new ArrayList<>();

    private ClassicFile(BufferedBytes file, int version) {
        this.file = file;
        this.header = new HeaderBytes(file, version);
        this.records = header.records();
    }

    /** True if the file begins as one of a classic format. */
    public static boolean matches(BufferedBytes file) {
        if (file.size() < 4) return false;
        byte[] first = file.at(0, 4);
        return first[0] == 'C' && first[1] == 'D' && first[2] == 'F' && first[3] < ' ';
    }

    /**
     * Reads its structure, but no values of variables.
     *
     * @throws org.bdm.core.fault.MoverException FILE_MALFORMED with the offset; UNSUPPORTED and TOO_LARGE with what it is
     */
    public static Group read(BufferedBytes file) {
        int version = file.at(0, 4)[3];
        if (version != 1 && version != 2 && version != 5) {
            throw StructureFault.unsupported("classic NetCDF files of version " + version);
        }
        return new ClassicFile(file, version).group();
    }

    private Group group() {
        long count = header.list(DIMENSIONS);
        for (long i = 0; i < count; i++) {
            header.budget().part();
            String name = header.name();
            long length = header.count();
            dimensions.add(new Dimension(name, length, length == 0));
        }
        List<Attribute> attributes = attributes();
        List<ClassicVariable> variables = new ArrayList<>();
        long variableCount = header.list(VARIABLES);
        for (long i = 0; i < variableCount; i++) variables.add(variable());
        return new RecordPlaces(file.size(), records, dimensions, variables).group(attributes);
    }

    private List<Attribute> attributes() {
        List<Attribute> attributes = new ArrayList<>();
        long count = header.list(ATTRIBUTES);
        for (long i = 0; i < count; i++) {
            header.budget().part();
            attributes.add(attribute());
        }
        return attributes;
    }

    private Attribute attribute() {
        String name = header.name();
        long at = header.offset();
        ElementType type = ClassicType.of(header.u4(), at);
        long count = header.count();
        if (count > file.size()) throw StructureFault.malformed(at, "attribute '" + name + "' is longer than the file");
        byte[] bytes = header.padded(count * type.bytes());
        if (type.kind() == ElementType.Kind.CHARACTER) return new Attribute(name, List.of(text(bytes)));
        header.budget().values(count);
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < count; i++) values.add(type.number(bytes, i * type.bytes()));
        return new Attribute(name, values);
    }

    private static String text(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] == 0) end--;
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    private ClassicVariable variable() {
        header.budget().part();
        String name = header.name();
        long at = header.offset();
        long axes = header.count();
        if (axes > AXES_MAX) throw StructureFault.malformed(at, "variable '" + name + "' has " + axes + " axes");
        List<Integer> ids = new ArrayList<>();
        for (long i = 0; i < axes; i++) {
            long id = header.count();
            if (id >= dimensions.size())
                throw StructureFault.malformed(at, "variable '" + name + "' has no dimension " + id);
            if (i > 0 && dimensions.get((int) id).isUnlimited()) {
                throw StructureFault.malformed(at, "the record dimension of '" + name + "' is not its first");
            }
            ids.add((int) id);
        }
        List<Attribute> attributes = attributes();
        ElementType type = ClassicType.of(header.u4(), header.offset());
        header.count(); // the size, which is wrong for variables of more than 4 GiB: it follows from the dimensions
        return new ClassicVariable(name, ids, attributes, type, header.place(), at);
    }
}
