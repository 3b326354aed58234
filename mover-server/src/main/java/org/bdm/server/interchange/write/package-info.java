/**
 * Writes the manifests that publication, other movers and audit need of files: mapfiles, digest lists, lists for Globus, rclone, wget, aria2, gfal-copy and FTS, receipts, STAC patches.
 * It does not look files up: each writer is given one {@link ManifestFile} after the other, and writes it at once.
 * The REST interface streams manifests with it; publishing makes patches of STAC items with it.
 * A writer belongs to one thread and does not close what it writes to.
 */
@NullMarked
package org.bdm.server.interchange.write;

import org.jspecify.annotations.NullMarked;
