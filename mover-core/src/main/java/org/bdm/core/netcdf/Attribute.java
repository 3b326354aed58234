package org.bdm.core.netcdf;

import java.util.List;

/**
 * An attribute of a group or variable.
 *
 * @param values {@link Long}, {@link java.math.BigInteger}, {@link Float}, {@link Double} or {@link String}, in the order of the file
 */
public record Attribute(String name, List<Object> values) {
    /** Copies the values. */
    public Attribute {
        values = List.copyOf(values);
    }
}
