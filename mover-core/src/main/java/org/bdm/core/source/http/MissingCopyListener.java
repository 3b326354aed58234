package org.bdm.core.source.http;

import java.net.URI;

/**
 * Is told which copies their data nodes do not have, so that later sessions know. Called on event loops: nothing blocks, and nothing is
 * thrown. What it keeps comes back with the copies that are wanted ({@link org.bdm.core.replica.Copy#missing}).
 */
public interface MissingCopyListener {
    /** The copy was not found and not found again: it is not asked any more for this want. */
    void onMissing(URI location);

    /** A copy that was known as missing brought bytes. */
    void onBack(URI location);

    /** Keeps nothing. */
    static MissingCopyListener none() {
        return new MissingCopyListener() {
            @Override
            public void onMissing(URI location) {
                // Nobody asks later.
            }

            @Override
            public void onBack(URI location) {
                // Nobody was told that it was missing.
            }
        };
    }
}
