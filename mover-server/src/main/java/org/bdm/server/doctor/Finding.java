package org.bdm.server.doctor;

import org.jspecify.annotations.Nullable;

/**
 * The result of a check.
 *
 * @param found a sentence, with units
 * @param change what to change, a sentence with the command; null if there is nothing to change
 */
public record Finding(
        Verdict verdict, String found, @Nullable String change) {
    static Finding ok(String found) {
        return new Finding(Verdict.OK, found, null);
    }

    static Finding advice(String found, String change) {
        return new Finding(Verdict.ADVICE, found, change);
    }

    static Finding problem(String found, String change) {
        return new Finding(Verdict.PROBLEM, found, change);
    }

    static Finding unknown(String found) {
        return new Finding(Verdict.UNKNOWN, found, null);
    }

    static Finding unknown(String found, String change) {
        return new Finding(Verdict.UNKNOWN, found, change);
    }
}
