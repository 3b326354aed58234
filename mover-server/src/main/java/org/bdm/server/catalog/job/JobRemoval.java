package org.bdm.server.catalog.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The removal of rows of an ended job.
 *
 * @param filesRemovedAt since when nobody is shown its files and events; their rows go in steps after that
 * @param deletedAt since when nobody is shown the job itself; null for one that only got old
 */
public record JobRemoval(Instant filesRemovedAt, @Nullable Instant deletedAt) {}
