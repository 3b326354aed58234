package org.bdm.core.control.site;

import org.jspecify.annotations.Nullable;

/**
 * An export as one node offers it.
 *
 * @param name of the export
 * @param rootId what its directory calls itself, the same at all nodes that have that directory; null if it never was written to
 * @param isWritable whether the node places files in it
 */
public record SiteNodeExportView(String name, @Nullable String rootId, boolean isWritable) {}
