package org.bdm.server.hsm;

import java.util.List;
import org.bdm.core.store.StorePath;

/** Has files brought to disk. May return before they are there; whether they are is asked of the HSM alone. */
@FunctionalInterface
interface RecallRun {
    /** A recall that was refused, or of which nothing is known. The message is a sentence without its end. */
    final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String sentence) {
            super(sentence);
        }

        Refused(String sentence, Throwable cause) {
            super(sentence, cause);
        }
    }

    /** Asks for these files, and waits as long as the program does. */
    void recall(List<StorePath> files) throws Refused, InterruptedException;
}
