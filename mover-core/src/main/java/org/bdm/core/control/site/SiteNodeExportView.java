package org.bdm.core.control.site;

import org.jspecify.annotations.Nullable;

/**
 * An export as one node offers it.
 *
 * @param name Name of the export. Such as {@code data}.
 * @param rootId What its directory calls itself, the same at all nodes that have that directory; null if nothing was ever written to it.
 * Such as {@code 2485c738b42e7c71f312d32c8330e24d}.
 * @param isWritable True if the node places files in it.
 */
public record SiteNodeExportView(String name, @Nullable String rootId, boolean isWritable) {}
