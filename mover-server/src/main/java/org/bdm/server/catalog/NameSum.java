package org.bdm.server.catalog;

import java.util.Collection;
import java.util.HashSet;

/** A number that tells whether two lists have the same file names: the sum of 64-bit hashes, whatever the order. */
final class NameSum {
    private NameSum() {}

    static long of(Collection<String> names) {
        long sum = 0;
        for (String name : new HashSet<>(names)) sum += KeyHash.of(name);
        return sum;
    }
}
