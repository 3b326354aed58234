package org.bdm.server.catalog.file;

import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.FileId;

/**
 * What the whole file from one copy alone turned out to be.
 *
 * @param location URL of the copy
 * @param found its digest, which was not the expected one
 */
public record CopyTrial(FileId file, String location, Checksum found) {}
