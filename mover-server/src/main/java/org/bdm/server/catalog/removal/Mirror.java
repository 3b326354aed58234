package org.bdm.server.catalog.removal;

import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A mirror job that has its whole listing, and what its destination has that its source no longer has.
 *
 * @param destination endpoint of its tree
 * @param plan number of the plan that is being made or was made; null without one
 * @param text why no plan was made; empty otherwise
 */
public record Mirror(
        JobId job,
        MirrorState state,
        String destination,
        @Nullable Long plan,
        String text) {}
