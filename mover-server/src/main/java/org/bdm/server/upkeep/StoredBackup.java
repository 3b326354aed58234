package org.bdm.server.upkeep;

import java.time.Instant;

/**
 * A finished backup on disk.
 *
 * @param sha256 of the file, in hexadecimal digits
 * @param beganAt what was acknowledged before is in it
 * @param isChecked whether the copy was opened and compared; if not, the catalog was larger than the setting
 * @param files number of file rows that the check read; 0 if it was not checked
 */
public record StoredBackup(String name, long bytes, String sha256, Instant beganAt, boolean isChecked, long files) {}
