package org.bdm.core.netcdf;

import java.util.List;

/**
 * A variable.
 *
 * @param dimensions in the order of its axes; none for a scalar
 * @param fill what was never written
 */
public record Variable(
        String name,
        ElementType type,
        List<Dimension> dimensions,
        List<Attribute> attributes,
        Storage storage,
        FillValue fill) {
    /** Copies the lists. */
    public Variable {
        dimensions = List.copyOf(dimensions);
        attributes = List.copyOf(attributes);
    }

    /** Lengths of its dimensions. */
    public List<Long> shape() {
        return dimensions.stream().map(Dimension::length).toList();
    }

    /** Names of its dimensions. */
    public List<String> dimensionNames() {
        return dimensions.stream().map(Dimension::name).toList();
    }
}
