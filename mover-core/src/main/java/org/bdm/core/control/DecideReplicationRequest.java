package org.bdm.core.control;

import org.jspecify.annotations.Nullable;

/**
 * What is decided about a request.
 *
 * @param remark for the requester, up to 2,000 characters; null for nothing
 * @param job of an approval: the job that does it; null if there is none yet
 */
public record DecideReplicationRequest(
        @Nullable String remark, @Nullable String job) {}
