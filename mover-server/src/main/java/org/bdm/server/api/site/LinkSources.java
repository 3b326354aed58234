package org.bdm.server.api.site;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.site.access.OwnSite;

/** Refuses rules for sources that do not exist, or for which they would have no effect. Any thread that may block. */
public class LinkSources {
    /** A host, with its port if that is not the usual one. A name without a dot may be mistyped: then the site must be paired. */
    private static final Pattern HOST = Pattern.compile(
            "(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+|[a-z0-9.-]+(?=:)|\\[[0-9a-f:.]+\\])"
                    + "(?::[0-9]{1,5})?");

    private final Catalog catalog;
    private final OwnSite own;

    LinkSources(Catalog catalog, OwnSite own) {
        this.catalog = catalog;
        this.own = own;
    }

    /** Returns the names of the sites that are paired with this one. */
    Set<String> paired() {
        Set<String> names = new HashSet<>();
        catalog.sites().all().forEach(site -> names.add(site.name().value()));
        return names;
    }

    /** Refuses a site that is not paired. */
    void requirePaired(String site) {
        if (!paired().contains(site))
            throw new MoverException(ErrorCode.UNKNOWN_SITE, "'" + site + "' is not paired with this site");
    }

    /** True for the host of a data node: a source that is not a site. */
    boolean isDataNode(String source) {
        return HOST.matcher(source).matches() && !paired().contains(source);
    }

    /** Refuses a source that can only be mistyped, and one that serves from another host. */
    void requireKnown(String source) {
        requireNamed(source, false);
        refuseElsewhere(source, servingHosts(source));
    }

    /**
     * The same for a rule that counts under every name that records give a data node: that name need not be a host, and a host that serves its
     * files need not have it. Refused is a name whose host has settings of its own, where the rule would not count.
     */
    void requireKnownUnderAnyName(String source) {
        requireNamed(source, catalog.replicaSets().isDataNode(source));
        Set<String> hosts = servingHosts(source);
        hosts.removeAll(catalog.dataNodeHosts().of(source));
        refuseElsewhere(source, hosts);
    }

    private void requireNamed(String source, boolean isInRecords) {
        boolean isKnown = isInRecords
                || source.equals(Limit.EVERYTHING)
                || source.equals(own.name().value())
                || (source.length() <= Limit.NAME_LENGTH_MAX
                        && HOST.matcher(source).matches())
                || paired().contains(source);
        if (isKnown) return;
        throw new MoverException(
                ErrorCode.UNKNOWN_SITE,
                "'" + source
                        + "' is neither a site that is paired with this one, nor the host of a data node in lower case,"
                        + " nor * for everything that comes to this site");
    }

    /** Rules count for the hosts that files come from, whatever records call their data node: a rule for such a name would have no effect. */
    private static void refuseElsewhere(String source, Set<String> hosts) {
        if (hosts.isEmpty() || hosts.contains(source)) return;
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                source + " serves from " + String.join(" and ", hosts)
                        + ", and rules count for the host of the address; give "
                        + hosts.iterator().next() + " in its place");
    }

    private Set<String> servingHosts(String source) {
        Set<String> hosts = new TreeSet<>();
        for (String base : catalog.replicaSets().basesOf(source)) hostOf(base).ifPresent(hosts::add);
        return hosts;
    }

    private static Optional<String> hostOf(String base) {
        try {
            return Optional.of(new Copy(Copy.location(base), 0).node());
        } catch (MoverException e) {
            return Optional.empty(); // of another kind of access, to which no rule applies
        }
    }
}
