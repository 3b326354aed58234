package org.bdm.core.s3;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object as a store tells of it, without its content.
 *
 * @param size bytes
 * @param etag as it stands in the answer, with its quotes if it has any; null where the store tells none
 * @param versionId null where the bucket keeps no versions
 * @param modified Last-Modified: some stores give what the writer said, so it proves nothing
 * @param metadata of the user, names in lower case without {@code x-amz-meta-}; empty in a listing
 */
public record ObjectHead(
        String key,
        long size,
        @Nullable String etag,
        @Nullable String versionId,
        Instant modified,
        Map<String, String> metadata) {}
