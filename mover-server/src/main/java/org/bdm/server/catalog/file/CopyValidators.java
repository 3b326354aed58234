package org.bdm.server.catalog.file;

import org.jspecify.annotations.Nullable;

/**
 * What a data node said of a file when its first bytes came.
 *
 * @param size bytes of the whole file
 * @param entityTag value of {@code ETag}, with its quotes; null if there was none
 * @param lastModified value of {@code Last-Modified} as it was sent; null if there was none
 */
public record CopyValidators(
        long size, @Nullable String entityTag, @Nullable String lastModified) {}
