package org.bdm.server.reference;

import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/** A file that a set is made of, as it is now. */
record StoredFile(StorePath path, FileVersion version) {}
