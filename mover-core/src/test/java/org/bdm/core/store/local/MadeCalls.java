package org.bdm.core.store.local;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** The system calls that the stores of this process have made since this was made; of tests that run alone. */
public final class MadeCalls {
    private final Map<SystemCall, Long> before = new EnumMap<>(SystemCall.class);

    public MadeCalls() {
        for (SystemCall call : SystemCall.values()) before.put(call, call.made());
    }

    /** Per file, rounded to hundredths, by kind. */
    public Map<String, Double> perFile(int files) {
        Map<String, Double> made = new TreeMap<>();
        for (SystemCall call : SystemCall.values()) {
            made.put(call.name(), Math.round(100.0 * (call.made() - before.get(call)) / files) / 100.0);
        }
        return made;
    }
}
