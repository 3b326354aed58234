package org.bdm.server.api.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bdm.core.control.link.LinkLimitView;
import org.bdm.core.control.link.LinkView;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.catalog.limit.LimitedPlace;
import org.bdm.server.catalog.limit.LinkUse;
import org.bdm.server.catalog.site.LinkWindows;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.dataport.SendingShares;
import org.jspecify.annotations.Nullable;

/** The links to this site as they are shown. Any thread that may block. */
public class LinkViews {
    private final Catalog catalog;
    private final LinkFlows flows;
    private final SendingShares sending;
    private final PlaceRuleViews rules;
    private final LinkSources sources;
    private final OwnSite own;

    LinkViews(
            Catalog catalog,
            LinkFlows flows,
            SendingShares sending,
            PlaceRuleViews rules,
            LinkSources sources,
            OwnSite own) {
        this.sending = sending;
        this.rules = rules;
        this.catalog = catalog;
        this.flows = flows;
        this.sources = sources;
        this.own = own;
    }

    /** Everything that comes here, then each source by name. */
    List<LinkView> all() {
        Set<String> paired = sources.paired();
        List<Limit> ofLinks = catalog.limits().all().stream()
                .filter(limit -> limit.place().kind() == LimitedPlace.Kind.LINK)
                .toList();
        Map<String, Limit> limits = new LinkedHashMap<>();
        for (Limit limit : ofLinks)
            if (limit.limits(Limit.Direction.IN)) limits.put(limit.place().name(), limit);
        Map<String, List<LinkUse>> uses = new TreeMap<>();
        uses.put(Limit.EVERYTHING, new ArrayList<>());
        for (LinkUse use : flows.all()) {
            if (use.isWhole()) uses.get(Limit.EVERYTHING).add(use);
            if (!use.source().isEmpty())
                uses.computeIfAbsent(use.source(), source -> new ArrayList<>()).add(use);
        }
        paired.forEach(site -> uses.putIfAbsent(site, List.of()));
        limits.keySet().forEach(source -> uses.putIfAbsent(source, List.of()));
        Map<String, LinkWindows> windows = new HashMap<>();
        catalog.placeRules().windows().forEach(of -> windows.put(of.source(), of));
        windows.keySet().forEach(source -> uses.putIfAbsent(source, List.of()));
        List<LinkView> views = new ArrayList<>();
        uses.forEach((source, of) ->
                views.add(view(source, paired.contains(source), limits.get(source), windows.get(source), of)));
        for (Limit limit : ofLinks) if (limit.limits(Limit.Direction.OUT)) views.add(sent(limit));
        return views;
    }

    private LinkView sent(Limit limit) {
        String destination = limit.place().name();
        long rate = 0;
        for (Map.Entry<SiteName, Long> to : sending.rates().entrySet()) {
            boolean isOf = destination.equals(Limit.EVERYTHING)
                    || destination.equals(to.getKey().value());
            if (isOf) rate += to.getValue();
        }
        return new LinkView(
                own.name().value(), destination, false, of(limit, own, Limit.Direction.OUT), null, rate, 0, null);
    }

    private LinkView view(
            String source, boolean isPaired, @Nullable Limit limit, @Nullable LinkWindows windows, List<LinkUse> uses) {
        Set<Long> jobs = new HashSet<>();
        boolean isOfManyJobs = false;
        long rate = 0;
        int streams = 0;
        for (LinkUse use : uses) {
            if (use.job() == 0) isOfManyJobs = true;
            else jobs.add(use.job());
            rate += use.bytesPerSecond();
            streams += use.streams();
        }
        return new LinkView(
                source,
                own.name().value(),
                isPaired,
                limit == null ? null : of(limit, own, Limit.Direction.IN),
                windows == null ? null : rules.of(windows),
                rate,
                streams,
                isOfManyJobs ? null : jobs.size());
    }

    /** Returns the part of a limit that is about one direction. */
    static LinkLimitView of(Limit limit, OwnSite own, Limit.Direction direction) {
        String here = own.name().value();
        String other = limit.place().name();
        boolean isIn = direction == Limit.Direction.IN;
        return new LinkLimitView(
                isIn ? other : here,
                isIn ? here : other,
                LimitViews.orNull(isIn ? limit.inBytesPerSecondMax() : limit.outBytesPerSecondMax()),
                isIn ? LimitViews.orNull(limit.streamsMax()) : null,
                isIn ? LimitViews.orNull(limit.filesMax()) : null,
                limit.note(),
                limit.changedBy(),
                limit.changedAt());
    }
}
