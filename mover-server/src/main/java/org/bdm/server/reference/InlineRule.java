package org.bdm.server.reference;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bdm.core.netcdf.Attribute;
import org.bdm.core.netcdf.Group;
import org.bdm.core.netcdf.Variable;
import org.bdm.core.netcdf.values.VariableValues;

/**
 * Chooses variables that a set holds itself: those that xarray reads when it opens a dataset, and those that no reference can say. Each
 * reference to a file is a request then; a coordinate in a thousand chunks would be a thousand.
 */
final class InlineRule {
    /** Largest coordinate, and largest variable of texts. */
    static final long COORDINATE_BYTES_MAX = 1 << 20;
    /** Largest other variable that coordinates are named in, as latitudes of a curvilinear grid. */
    static final long NAMED_BYTES_MAX = 64 << 10;
    /** A variable this small costs no more here than a reference does. */
    static final long SMALL_BYTES_MAX = 512;

    private static final List<String> NAMING =
            List.of("coordinates", "grid_mapping", "formula_terms", "ancillary_variables");

    private final boolean withSmall;
    private final Set<String> named = new HashSet<>();
    private final Set<String> bounds = new HashSet<>();

    /**
     * Of the variables of a group.
     *
     * @param withSmall whether small ones are chosen whatever they are; in sets of several files one may be small and the next not
     */
    InlineRule(Group group, boolean withSmall) {
        this.withSmall = withSmall;
        for (Variable variable : group.variables()) {
            for (Attribute attribute : variable.attributes()) note(variable, attribute);
        }
    }

    private void note(Variable variable, Attribute attribute) {
        if (attribute.values().isEmpty() || !(attribute.values().get(0) instanceof String text)) return;
        boolean isBounds = attribute.name().equals("bounds") || attribute.name().equals("climatology");
        if (isBounds && isDimension(variable)) bounds.add(text.strip());
        else if (isBounds) named.add(text.strip());
        if (NAMING.contains(attribute.name())) named.addAll(List.of(text.strip().split("[\\s:]+")));
    }

    private static boolean isDimension(Variable variable) {
        return variable.dimensions().size() == 1
                && variable.dimensions().get(0).name().equals(variable.name());
    }

    /** Times have to be held to be converted, where files count from different moments. */
    private static boolean isTime(Variable variable) {
        return variable.dimensions().size() == 1
                && variable.attributes().stream()
                        .anyMatch(attribute -> attribute.name().equals("units")
                                && attribute.values().size() == 1
                                && CfTimeUnit.isOne(attribute.values().get(0)));
    }

    /** True if the set must hold the variable: no reference can say it. */
    static boolean isNeeded(Variable variable) {
        return variable.dimensions().isEmpty()
                || variable.type().isText()
                || variable.storage().compact() != null;
    }

    /** True if it is better held than referred to. */
    boolean isBetter(Variable variable) {
        long bytes = VariableValues.bytes(variable);
        if (isDimension(variable) || bounds.contains(variable.name()) || isTime(variable)) {
            return bytes <= COORDINATE_BYTES_MAX;
        }
        if (named.contains(variable.name())) return bytes <= NAMED_BYTES_MAX;
        return withSmall && bytes <= SMALL_BYTES_MAX;
    }
}
