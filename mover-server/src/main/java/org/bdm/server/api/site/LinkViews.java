package org.bdm.server.api.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.bdm.core.control.link.LinkLimitView;
import org.bdm.core.control.link.LinkView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.core.replica.Copy;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.limit.LinkLimit;
import org.bdm.server.catalog.limit.LinkUse;
import org.bdm.server.catalog.limit.SendingLimit;
import org.bdm.server.catalog.site.LinkWindows;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.dataport.SendingShares;
import org.jspecify.annotations.Nullable;

/** The links to this site as they are shown. Any thread that may block. */
public class LinkViews {
    /** A host, with its port if that is not the usual one. A name without a dot may be mistyped: then the site must be paired. */
    private static final Pattern HOST = Pattern.compile(
            "(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+|[a-z0-9.-]+(?=:)|\\[[0-9a-f:.]+\\])"
                    + "(?::[0-9]{1,5})?");

    private final Catalog catalog;
    private final LinkFlows flows;
    private final SendingShares sending;
    private final PlaceRuleViews rules;
    private final OwnSite own;

    LinkViews(Catalog catalog, LinkFlows flows, SendingShares sending, PlaceRuleViews rules, OwnSite own) {
        this.sending = sending;
        this.rules = rules;
        this.catalog = catalog;
        this.flows = flows;
        this.own = own;
    }

    /** Everything that comes here, then each source by name. */
    List<LinkView> all() {
        Set<String> paired = pairedSites();
        Map<String, LinkLimit> limits = new LinkedHashMap<>();
        catalog.linkLimits().all().forEach(limit -> limits.put(limit.source(), limit));
        Map<String, List<LinkUse>> uses = new TreeMap<>();
        uses.put(LinkLimit.EVERYTHING, new ArrayList<>());
        for (LinkUse use : flows.all()) {
            if (use.isWhole()) uses.get(LinkLimit.EVERYTHING).add(use);
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
        for (SendingLimit limit : catalog.sendingLimits().all()) views.add(sent(limit));
        return views;
    }

    private LinkView sent(SendingLimit limit) {
        long rate = 0;
        for (Map.Entry<SiteName, Long> to : sending.rates().entrySet()) {
            boolean isOf = limit.destination().equals(LinkLimit.EVERYTHING)
                    || limit.destination().equals(to.getKey().value());
            if (isOf) rate += to.getValue();
        }
        return new LinkView(own.name().value(), limit.destination(), false, of(limit), null, rate, 0, null);
    }

    private Set<String> pairedSites() {
        Set<String> names = new HashSet<>();
        catalog.sites().all().forEach(site -> names.add(site.name().value()));
        return names;
    }

    private LinkView view(
            String source,
            boolean isPaired,
            @Nullable LinkLimit limit,
            @Nullable LinkWindows windows,
            List<LinkUse> uses) {
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
                limit == null ? null : of(limit),
                windows == null ? null : rules.of(windows),
                rate,
                streams,
                isOfManyJobs ? null : jobs.size());
    }

    LinkLimitView of(LinkLimit limit) {
        return new LinkLimitView(
                limit.source(),
                own.name().value(),
                LimitViews.orNull(limit.bytesPerSecondMax()),
                LimitViews.orNull(limit.streamsMax()),
                LimitViews.orNull(limit.filesMax()),
                limit.note(),
                limit.changedBy(),
                limit.changedAt());
    }

    LinkLimitView of(SendingLimit limit) {
        return new LinkLimitView(
                own.name().value(),
                limit.destination(),
                LimitViews.orNull(limit.bytesPerSecondMax()),
                null,
                null,
                limit.note(),
                limit.changedBy(),
                limit.changedAt());
    }

    /** Refuses what is no paired site. */
    void requirePaired(String site) {
        if (!pairedSites().contains(site))
            throw new MoverException(ErrorCode.UNKNOWN_SITE, "'" + site + "' is not paired with this site");
    }

    /** True for the host of a data node: a source that is no site. */
    boolean isDataNode(String source) {
        return HOST.matcher(source).matches() && !pairedSites().contains(source);
    }

    /** Refuses a source that can only be mistyped. */
    void requireKnown(String source) {
        boolean isKnown = source.equals(LinkLimit.EVERYTHING)
                || source.equals(own.name().value())
                || (source.length() <= LinkLimit.SOURCE_LENGTH_MAX
                        && HOST.matcher(source).matches())
                || pairedSites().contains(source);
        if (isKnown) {
            requireServing(source);
            return;
        }
        throw new MoverException(
                ErrorCode.UNKNOWN_SITE,
                "'" + source
                        + "' is neither a site that is paired with this one, nor the host of a data node in lower case,"
                        + " nor * for everything that comes to this site");
    }

    /** Rules count for the hosts that files come from, whatever records call their data node: a rule for such a name would have no effect. */
    private void requireServing(String source) {
        Set<String> hosts = new TreeSet<>();
        for (String base : catalog.replicaSets().basesOf(source)) hostOf(base).ifPresent(hosts::add);
        if (hosts.isEmpty() || hosts.contains(source)) return;
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                source + " serves from " + String.join(" and ", hosts)
                        + ", and rules count for the host of the address;" + " give "
                        + hosts.iterator().next() + " in its place");
    }

    private static Optional<String> hostOf(String base) {
        try {
            return Optional.of(new Copy(Copy.location(base), 0).node());
        } catch (MoverException e) {
            return Optional.empty(); // of another kind of access, to which no rule applies
        }
    }
}
