package org.bdm.server.api.site;

import java.util.List;
import org.bdm.core.control.link.LimitView;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.catalog.limit.LimitedPlace;
import org.bdm.server.site.access.OwnSite;
import org.jspecify.annotations.Nullable;

/** The limits that people set, as they are shown. Any thread that may block. */
public class LimitViews {
    private final Catalog catalog;
    private final OwnSite own;

    LimitViews(Catalog catalog, OwnSite own) {
        this.catalog = catalog;
        this.own = own;
    }

    List<LimitView> all() {
        return catalog.limits().all().stream().map(this::of).toList();
    }

    /** Of a link that is limited both ways, the source is the other end. */
    LimitView of(Limit limit) {
        boolean isLink = limit.place().kind() == LimitedPlace.Kind.LINK;
        String here = own.name().value();
        String other = limit.place().shownName();
        boolean isIn = limit.limits(Limit.Direction.IN);
        return new LimitView(
                limit.place().kind().name(),
                other,
                isLink ? (isIn ? other : here) : null,
                isLink ? (isIn ? here : other) : null,
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
