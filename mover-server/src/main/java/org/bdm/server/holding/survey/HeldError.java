package org.bdm.server.holding.survey;

import org.bdm.core.fault.MoverException;

/** Says why a file of our own cannot be read. The codes of stores speak of sources, and here is none. */
final class HeldError {
    private HeldError() {}

    static String sentence(MoverException error) {
        String remedy = switch (error.code()) {
            case SOURCE_UNREADABLE -> "; give the user of the server the right to read it, then 'verify' again";
            case SOURCE_CHANGED -> "; 'verify' again when nobody writes to it";
            default -> "; look at the disk and its file system, then 'verify' again, or 'repair' if the bytes are lost";
        };
        return "cannot be read here: " + error.detail() + remedy;
    }
}
