/**
 * Writes the manifests that publication, other programs and audit need of held files: mapfiles, Metalink, digest lists, Globus batches, receipts, STAC patches.
 * It does not look files up: each writer is given one {@link ManifestFile} after the other, and writes it at once.
 * The REST interface streams manifests with it; publishing makes patches of STAC items with it.
 * A writer belongs to one thread and does not close what it writes to.
 */
@NullMarked
package org.bdm.server.interchange.write;

import org.jspecify.annotations.NullMarked;
