package org.bdm.server.metrics;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The values that each label has had in this process. A value that comes when the label has as many as it may is shown as
 * {@link MeterLabel#OTHER} from then on, so that counters never go back. Any thread.
 */
final class LabelBounds {
    private final Map<MeterLabel, Set<String>> known = new EnumMap<>(MeterLabel.class); // guarded by this

    /** Returns the value under which this one is shown. */
    synchronized String shown(MeterLabel label, String value) {
        Set<String> values = known.computeIfAbsent(label, first -> new HashSet<>());
        if (values.contains(value)) return value;
        int places = isFixed(label) ? label.valuesMax() : label.valuesMax() - 1;
        if (values.size() >= places) return MeterLabel.OTHER;
        values.add(value);
        return value;
    }

    /** True if the program knows all values beforehand, so that no place is kept for others. */
    private static boolean isFixed(MeterLabel label) {
        return switch (label) {
            case SOURCE, ATTENTION_CODE, REASON, PEER, DATA_NODE, EXPORT, SUBSCRIPTION -> false;
            default -> true;
        };
    }
}
