package org.bdm.core.netcdf;

import java.util.List;

/**
 * A group of a file; the root has an empty name.
 *
 * @param notes what the structure has and this does not show, a sentence each
 */
public record Group(
        String name,
        List<Attribute> attributes,
        List<Dimension> dimensions,
        List<Variable> variables,
        List<Group> groups,
        List<String> notes) {
    /** Copies the lists. */
    public Group {
        attributes = List.copyOf(attributes);
        dimensions = List.copyOf(dimensions);
        variables = List.copyOf(variables);
        groups = List.copyOf(groups);
        notes = List.copyOf(notes);
    }
}
