package org.bdm.server.catalog.file;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The end of a chunk.
 *
 * @param openFiles files that are not final; 0 if the chunk is done for good
 * @param availableAt when the open ones can be claimed again; null if there are none
 */
public record ChunkEnd(int openFiles, @Nullable Instant availableAt) {}
