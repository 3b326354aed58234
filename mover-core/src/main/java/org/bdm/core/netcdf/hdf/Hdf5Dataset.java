package org.bdm.core.netcdf.hdf;

import java.util.List;
import java.util.Optional;
import org.bdm.core.netcdf.FillValue;
import org.bdm.core.netcdf.Storage;

/**
 * A dataset as it is in the file.
 *
 * @param address of its header, by which scales are referred to
 */
record Hdf5Dataset(
        String name,
        long address,
        Datatype type,
        Dataspace space,
        List<RawAttribute> attributes,
        Storage storage,
        FillValue fill) {
    private static final String NOT_COORDINATE = "_nc4_non_coord_";

    /** The name in NetCDF: a variable named as a dimension that is not its coordinate has a prefix in the file. */
    String netcdfName() {
        return name.startsWith(NOT_COORDINATE) ? name.substring(NOT_COORDINATE.length()) : name;
    }

    Optional<RawAttribute> attribute(String wanted) {
        return attributes.stream().filter(each -> each.name().equals(wanted)).findFirst();
    }

    private String text(String wanted) {
        return attribute(wanted).map(RawAttribute::text).orElse("");
    }

    boolean isScale() {
        return text("CLASS").equals("DIMENSION_SCALE");
    }

    /** True for a scale that only stands for a dimension: it is no variable. */
    boolean isOnlyDimension() {
        return isScale() && text("NAME").startsWith("This is a netCDF dimension but not a netCDF variable");
    }
}
