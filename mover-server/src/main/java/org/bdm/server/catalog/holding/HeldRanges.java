package org.bdm.server.catalog.holding;

import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;

/**
 * The range digests of a held file.
 *
 * @param export where the file is held
 * @param path below the export
 * @param whole digest of the whole file that has these ranges: they are those of the holding only if it has this digest too
 * @param ranges as they were computed here
 */
public record HeldRanges(ExportName export, StorePath path, Checksum whole, RangeDigests ranges) {}
