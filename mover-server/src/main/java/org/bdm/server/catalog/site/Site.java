package org.bdm.server.catalog.site;

import java.time.Instant;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.jspecify.annotations.Nullable;

/**
 * A site that we are paired with.
 *
 * @param pin the only key that its node may show
 * @param dataAddress {@code HOST:PORT} of its data port; null if we cannot reach it and it dials
 * @param controlUrl its REST address, for people; null if it is not known
 * @param relation who dials
 */
public record Site(
        SiteName name,
        NodeId pin,
        @Nullable String dataAddress,
        @Nullable String controlUrl,
        SiteRelation relation,
        Instant addedAt) {}
