package org.bdm.server.catalog.file;

import org.bdm.core.transfer.Reuse;

/**
 * What of a file was taken from one that this site held already.
 *
 * @param takenFrom endpoint of the file that was held
 */
public record ReusedFile(Reuse reuse, String takenFrom) {}
