/**
 * The bucket as a destination: files become objects, whole or not at all, by one request or by an upload of parts, and what is said of them is
 * what a look at the store has shown.
 * It speaks no HTTP and signs nothing: that is behind {@link org.bdm.core.s3.Bucket}; and it keeps no tables: that is behind {@link UploadNotes}.
 * Called by {@code fetch} through {@link org.bdm.core.destination.Destination}; made by the server's {@code job.run}.
 * One thread of a writer owns the files that take bytes; requests are made on threads of their own, which block.
 */
@NullMarked
package org.bdm.core.destination.object;

import org.jspecify.annotations.NullMarked;
