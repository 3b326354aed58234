package org.bdm.server.catalog.file;

import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.FileId;

/**
 * The digest of a file that came from one copy alone.
 *
 * @param location URL of the copy
 * @param found its digest, which was not the expected one
 */
public record CopyTrial(FileId file, String location, Checksum found) {}
