package org.bdm.server.doctor;

import java.io.IOException;

/** Reads something of this machine that tests replace. */
@FunctionalInterface
interface Reading<T> {
    /** Reads it now; may block. */
    T read() throws IOException;
}
