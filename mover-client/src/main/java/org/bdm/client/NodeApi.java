package org.bdm.client;

import java.util.Iterator;
import org.bdm.core.control.site.PairedSiteView;
import org.bdm.core.control.site.SiteGrantsView;
import org.bdm.core.control.site.SiteNodeView;

/** The routes about the nodes of the site of one control plane, and of those that it is paired with; errors as in {@link MoverApi}. */
public final class NodeApi {
    private final RestConnection rest;

    NodeApi(RestConnection rest) {
        this.rest = rest;
    }

    /** The routes about the machine of the node that answers. */
    public DoctorApi doctor() {
        return new DoctorApi(rest);
    }

    /** Nodes of the site, oldest first. */
    public Iterator<SiteNodeView> nodes() {
        return PageWalk.of(rest, RestPath.of("/nodes"), SiteNodeView.class);
    }

    /** A site that this one is paired with, and its nodes. */
    public SiteGrantsView grantsOf(String site) {
        return rest.getPatiently(RestPath.of("/sites/{}/grants", site), Json.type(SiteGrantsView.class));
    }

    /** A paired site and its nodes. */
    public PairedSiteView peer(String site) {
        return rest.get(RestPath.of("/sites/{}", site), Json.type(PairedSiteView.class));
    }

    /** {@code verb} is drain or resume. */
    public SiteNodeView steer(String id, String verb) {
        return rest.send("POST", RestPath.of("/nodes/{}/" + verb, id), null, Json.type(SiteNodeView.class));
    }

    /** Removes a node for good. */
    public void remove(String id) {
        rest.delete(RestPath.of("/nodes/{}", id));
    }
}
