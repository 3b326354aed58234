package org.bdm.server.doctor;

import org.jspecify.annotations.Nullable;

/**
 * The finding of a check.
 *
 * @param found a sentence, with units
 * @param change what to change, a sentence with the command; null if there is nothing to change
 */
public record HostFinding(
        Verdict verdict, String found, @Nullable String change) {
    static HostFinding ok(String found) {
        return new HostFinding(Verdict.OK, found, null);
    }

    static HostFinding advice(String found, String change) {
        return new HostFinding(Verdict.ADVICE, found, change);
    }

    static HostFinding problem(String found, String change) {
        return new HostFinding(Verdict.PROBLEM, found, change);
    }

    static HostFinding unknown(String found) {
        return new HostFinding(Verdict.UNKNOWN, found, null);
    }

    static HostFinding unknown(String found, String change) {
        return new HostFinding(Verdict.UNKNOWN, found, change);
    }
}
