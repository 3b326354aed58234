/**
 * Passes on the held files of a dataset, a job or a path, with their digests, for manifests.
 * It writes no format: {@link org.bdm.server.interchange.write} does.
 * The REST interface and publishing use it.
 * It reads the catalog page by page on the thread of its caller.
 */
@NullMarked
package org.bdm.server.holding.manifest;

import org.jspecify.annotations.NullMarked;
