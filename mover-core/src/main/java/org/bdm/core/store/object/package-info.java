/**
 * Exports that are buckets, or a part of one: objects as files, and what their keys have before a slash as directories.
 * It is not a client of S3: what a bucket is asked goes through {@code Bucket}.
 * Called through {@code Store}; only who wires the program names {@link org.bdm.core.store.object.ObjectStore}.
 * Calls block for as long as a store far away takes, on threads that read disks elsewhere.
 */
@NullMarked
package org.bdm.core.store.object;

import org.jspecify.annotations.NullMarked;
