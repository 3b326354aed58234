package org.bdm.server.catalog.file;

import org.jspecify.annotations.Nullable;

/**
 * The validators that a data node sent with the first bytes of a file.
 *
 * @param size bytes of the whole file
 * @param entityTag value of {@code ETag}, with its quotes; null if there was none
 * @param lastModified value of {@code Last-Modified} as it was sent; null if there was none
 */
public record CopyValidators(
        long size, @Nullable String entityTag, @Nullable String lastModified) {}
