package org.bdm.core.transfer;

import org.bdm.core.checksum.Evidence;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/**
 * A file of the destination's export that has the bytes that are wanted, so that a second name of it will do.
 *
 * @param path below the export
 * @param version as it was when its digest was computed: it is linked only if it is still that, but for the ctime, and has that digest
 * @param evidence what was verified then, of a digest that is expected of the file
 */
public record HeldFile(StorePath path, FileVersion version, Evidence evidence) {}
