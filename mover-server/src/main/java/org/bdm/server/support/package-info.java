/**
 * Gathers a support bundle: what whoever looks into a defect needs of a node, as one archive, with secrets removed.
 * It knows no subject: each contributes a {@code BundlePart}, and a part that fails is named in the archive and hides no other.
 * The REST interface writes the bundle to whoever may have it.
 * Safe on any thread; a part is bounded in size, and the log of this process is kept in memory up to 5 MiB for it.
 */
@NullMarked
package org.bdm.server.support;

import org.jspecify.annotations.NullMarked;
