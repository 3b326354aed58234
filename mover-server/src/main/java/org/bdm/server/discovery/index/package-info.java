/**
 * Questions to a catalog of datasets and its answers, as values: a selection, claims about datasets and files, warnings and failures.
 * An {@code Index} is one catalog, a {@code Federation} all that are configured; this room has neither connections nor formats.
 * All other rooms of discovery stand on it; merging, holdings and the API read its claims.
 * Values are immutable; {@code Findings} belong to one search, and their receiver is called by one thread at a time.
 */
@NullMarked
package org.bdm.server.discovery.index;

import org.jspecify.annotations.NullMarked;
