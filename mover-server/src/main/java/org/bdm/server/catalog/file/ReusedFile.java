package org.bdm.server.catalog.file;

import org.bdm.core.transfer.Reuse;

/**
 * The part of a file that was taken from one that this site held already.
 *
 * @param takenFrom endpoint of the file that was held
 */
public record ReusedFile(Reuse reuse, String takenFrom) {}
