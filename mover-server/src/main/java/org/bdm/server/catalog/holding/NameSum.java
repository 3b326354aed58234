package org.bdm.server.catalog.holding;

import java.util.Collection;
import java.util.HashSet;
import org.bdm.server.catalog.db.KeyHash;

/** A number that tells whether two lists have the same file names: the sum of 64-bit hashes, whatever the order. */
public final class NameSum {
    private NameSum() {}

    public static long of(Collection<String> names) {
        long sum = 0;
        for (String name : new HashSet<>(names)) sum += KeyHash.of(name);
        return sum;
    }
}
