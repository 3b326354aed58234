package org.bdm.server.holding.survey;

import org.bdm.core.fault.MoverException;

/** Says why a file of our own cannot be read. The codes of stores speak of sources, and here is none. */
final class HeldError {
    private HeldError() {}

    static String sentence(MoverException error) {
        return "cannot be read here: " + error.detail();
    }
}
