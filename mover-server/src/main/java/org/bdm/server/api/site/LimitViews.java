package org.bdm.server.api.site;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.control.link.LimitView;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.limit.LinkLimit;
import org.bdm.server.catalog.limit.PlaceLimit;
import org.bdm.server.catalog.limit.SendingLimit;
import org.bdm.server.site.access.OwnSite;
import org.jspecify.annotations.Nullable;

/** The limits that people set, as they are shown. Any thread that may block. */
public class LimitViews {
    private static final String LINK = "LINK";

    private final Catalog catalog;
    private final OwnSite own;

    LimitViews(Catalog catalog, OwnSite own) {
        this.catalog = catalog;
        this.own = own;
    }

    /** Those of links, of what is sent, of exports and of nodes. */
    List<LimitView> all() {
        List<LimitView> all = new ArrayList<>();
        catalog.linkLimits().all().forEach(limit -> all.add(of(limit)));
        catalog.sendingLimits().all().forEach(limit -> all.add(of(limit)));
        catalog.placeLimits().all().forEach(limit -> all.add(of(limit)));
        return all;
    }

    private LimitView of(LinkLimit limit) {
        return new LimitView(
                LINK,
                null,
                limit.source(),
                own.name().value(),
                orNull(limit.bytesPerSecondMax()),
                null,
                orNull(limit.streamsMax()),
                orNull(limit.filesMax()),
                limit.note(),
                limit.changedBy(),
                limit.changedAt());
    }

    private LimitView of(SendingLimit limit) {
        return new LimitView(
                LINK,
                null,
                own.name().value(),
                limit.destination(),
                null,
                orNull(limit.bytesPerSecondMax()),
                null,
                null,
                limit.note(),
                limit.changedBy(),
                limit.changedAt());
    }

    LimitView of(PlaceLimit limit) {
        return new LimitView(
                limit.place().kind().name(),
                limit.place().shownName(),
                null,
                null,
                orNull(limit.inBytesPerSecondMax()),
                orNull(limit.outBytesPerSecondMax()),
                orNull(limit.streamsMax()),
                orNull(limit.filesMax()),
                limit.note(),
                limit.changedBy(),
                limit.changedAt());
    }

    /** 0 is no limit. */
    static @Nullable Long orNull(long limit) {
        return limit == 0 ? null : limit;
    }

    /** 0 is no limit. */
    static @Nullable Integer orNull(int limit) {
        return limit == 0 ? null : limit;
    }
}
