package org.bdm.client;

import java.util.Iterator;
import java.util.List;
import org.bdm.core.control.dataset.DataNodeSettingsView;
import org.bdm.core.control.dataset.SetDataNode;
import org.bdm.core.control.link.BenchView;
import org.bdm.core.control.link.LimitView;
import org.bdm.core.control.link.LinkExplanationView;
import org.bdm.core.control.link.LinkLimitView;
import org.bdm.core.control.link.LinkView;
import org.bdm.core.control.link.LinkWindowsView;
import org.bdm.core.control.link.RatesView;
import org.bdm.core.control.link.SetLimit;
import org.bdm.core.control.link.SetLinkLimit;
import org.bdm.core.control.link.SetLinkWindows;
import org.bdm.core.control.link.StartBench;
import org.bdm.core.control.link.StatisticsView;
import org.bdm.core.control.site.AddMaintenance;
import org.bdm.core.control.site.BanView;
import org.bdm.core.control.site.ImportedMaintenance;
import org.bdm.core.control.site.MaintenanceView;
import org.bdm.core.control.site.SetBan;
import org.jspecify.annotations.Nullable;

/** The routes about links to the site of one control plane, all limits, and when places may be used; errors as in {@link MoverApi}. */
public final class LinkApi {
    private static final String LIMIT = "/limits/{}/{}";
    private static final String LINK_LIMIT = "/links/{}/{}/limit"; // of a release that ends
    private static final String BENCHES = "/links/{}/{}/benches";
    private static final String WINDOWS = "/windows/{}/{}";
    private static final String MAINTENANCE = "/sites/{}/maintenance";
    private static final String SITE_BAN = "/sites/{}/ban";
    private static final String NODE_SETTINGS = "/data-nodes/{}/settings";
    private static final String NODE_BAN = "/data-nodes/{}/ban";

    private final RestConnection rest;

    LinkApi(RestConnection rest) {
        this.rest = rest;
    }

    /** Returns the limits of links, exports and nodes. */
    public Iterator<LimitView> limits() {
        return PageWalk.of(rest, RestPath.of("/limits"), LimitView.class);
    }

    /** Sets the limit of a link, an export or a node, or parts of it. */
    public LimitView setLimit(String kind, String name, SetLimit wanted) {
        return rest.send("PUT", RestPath.of(LIMIT, kind, name), wanted, Json.type(LimitView.class));
    }

    /** Removes what is limited in a direction; null for both. */
    public void removeLimit(String kind, String name, @Nullable String direction) {
        rest.delete(RestPath.of(LIMIT, kind, name).with("direction", direction));
    }

    /** Links that are paired, limited or in use. */
    public Iterator<LinkView> links() {
        return PageWalk.of(rest, RestPath.of("/links"), LinkView.class);
    }

    /** Begins a measurement of a link. */
    public BenchView bench(String source, String destination, StartBench wanted) {
        return rest.send("POST", RestPath.of(BENCHES, source, destination), wanted, Json.type(BenchView.class));
    }

    /** Returns one measurement. */
    public BenchView bench(String source, String destination, String id) {
        return rest.get(RestPath.of(BENCHES + "/{}", source, destination, id), Json.type(BenchView.class));
    }

    /** Returns the last measurements of a link, the newest first. */
    public Iterator<BenchView> benches(String source, String destination) {
        return PageWalk.of(rest, RestPath.of(BENCHES, source, destination), BenchView.class);
    }

    /** Returns what limits a link now. */
    public LinkExplanationView explanation(String source, String destination) {
        return rest.get(
                RestPath.of("/links/{}/{}/explanation", source, destination), Json.type(LinkExplanationView.class));
    }

    /** Returns what links moved; null for the last hour. */
    public RatesView rates(@Nullable String since) {
        return rest.get(RestPath.of("/rates").with("since", since), Json.type(RatesView.class));
    }

    /** Returns what jobs moved to the site; null for everything, by month. */
    public StatisticsView statistics(@Nullable String by, @Nullable String since, @Nullable String until) {
        return rest.get(
                RestPath.of("/statistics").with("by", by).with("since", since).with("until", until),
                Json.type(StatisticsView.class));
    }

    /** Sets the limit of a link, or parts of it. */
    public LinkLimitView set(String source, String destination, SetLinkLimit limit) {
        return rest.send("PUT", RestPath.of(LINK_LIMIT, source, destination), limit, Json.type(LinkLimitView.class));
    }

    /** Sets the windows of a link, in place of earlier ones. */
    public LinkWindowsView setWindows(String source, String destination, List<String> windows) {
        return rest.send(
                "PUT",
                RestPath.of(WINDOWS, source, destination),
                new SetLinkWindows(windows),
                Json.type(LinkWindowsView.class));
    }

    /** Removes the windows of a link. */
    public void removeWindows(String source, String destination) {
        rest.delete(RestPath.of(WINDOWS, source, destination));
    }

    /** The maintenance calendar of a site, by the begin of its entries. */
    public Iterator<MaintenanceView> maintenance(String site) {
        return PageWalk.of(rest, RestPath.of(MAINTENANCE, site), MaintenanceView.class);
    }

    /** The same as iCalendar. */
    public String calendar(String site) {
        return rest.calendar(RestPath.of(MAINTENANCE, site));
    }

    /** Adds an entry to the maintenance calendar of a site. */
    public MaintenanceView addMaintenance(String site, AddMaintenance entry) {
        return rest.send("POST", RestPath.of(MAINTENANCE, site), entry, Json.type(MaintenanceView.class));
    }

    /** Imports an iCalendar file into the maintenance calendar of a site; {@code zone} is that of whole days. */
    public ImportedMaintenance importCalendar(String site, byte[] calendar, @Nullable String zone) {
        return rest.postCalendar(
                RestPath.of(MAINTENANCE, site).with("zone", zone), calendar, Json.type(ImportedMaintenance.class));
    }

    /** Removes an entry from the maintenance calendar of a site. */
    public void removeMaintenance(String site, long number) {
        rest.delete(RestPath.of(MAINTENANCE + "/{}", site, String.valueOf(number)));
    }

    /** Sites and data nodes that are banned now. */
    public Iterator<BanView> bans() {
        return PageWalk.of(rest, RestPath.of("/bans"), BanView.class);
    }

    /** Bans a site, or changes its ban. */
    public BanView banSite(String site, SetBan ban) {
        return rest.send("PUT", RestPath.of(SITE_BAN, site), ban, Json.type(BanView.class));
    }

    /** Lifts the ban of a site. */
    public void unbanSite(String site) {
        rest.delete(RestPath.of(SITE_BAN, site));
    }

    /** Bans a data node, or changes its ban. */
    public BanView banDataNode(String host, SetBan ban) {
        return rest.send("PUT", RestPath.of(NODE_BAN, host), ban, Json.type(BanView.class));
    }

    /** Lifts the ban of a data node. */
    public void unbanDataNode(String host) {
        rest.delete(RestPath.of(NODE_BAN, host));
    }

    /** Changes the settings of a data node. */
    public DataNodeSettingsView setDataNode(String host, SetDataNode wanted) {
        return rest.send("PUT", RestPath.of(NODE_SETTINGS, host), wanted, Json.type(DataNodeSettingsView.class));
    }

    /** Removes the settings of a data node. */
    public void unsetDataNode(String host) {
        rest.delete(RestPath.of(NODE_SETTINGS, host));
    }

    /** Removes the limit of a link. */
    public void remove(String source, String destination) {
        rest.delete(RestPath.of(LINK_LIMIT, source, destination));
    }
}
