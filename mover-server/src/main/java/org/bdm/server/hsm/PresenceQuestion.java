package org.bdm.server.hsm;

import java.util.List;
import java.util.Map;
import org.bdm.core.store.Presence;
import org.bdm.core.store.StorePath;

/** A way to find out where the bytes of files are. Called by one thread at a time for an export. */
interface PresenceQuestion {
    /** An answer that did not come. The message is a sentence without its end. */
    final class Unanswered extends Exception {
        private static final long serialVersionUID = 1L;

        Unanswered(String sentence, Throwable cause) {
            super(sentence, cause);
        }
    }

    /**
     * Asks about files. Those of which the answer says nothing are missing in what is returned.
     *
     * @param files at most {@link KnownPresence#BULK_MAX}
     */
    Map<StorePath, Presence> ask(List<StorePath> files) throws Unanswered, InterruptedException;
}
