package org.bdm.core.netcdf.classic;

import java.util.List;
import org.bdm.core.netcdf.Attribute;
import org.bdm.core.netcdf.ElementType;

/**
 * A variable as the header has it.
 *
 * @param dimensions their places in the list of dimensions
 * @param first offset of its first byte
 * @param namedAt where the header has it, for errors
 */
record ClassicVariable(
        String name,
        List<Integer> dimensions,
        List<Attribute> attributes,
        ElementType type,
        long first,
        long namedAt) {}
