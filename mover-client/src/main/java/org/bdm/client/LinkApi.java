package org.bdm.client;

import java.util.Iterator;
import org.bdm.core.control.site.LinkLimitView;
import org.bdm.core.control.site.LinkView;
import org.bdm.core.control.site.SetLinkLimit;

/** The routes about links to the site of one control plane; errors as in {@link MoverApi}. */
public final class LinkApi {
    private static final String LIMIT = "/links/{}/{}/limit";

    private final RestConnection rest;

    LinkApi(RestConnection rest) {
        this.rest = rest;
    }

    /** Links that are paired, limited or in use. */
    public Iterator<LinkView> links() {
        return PageWalk.of(rest, RestPath.of("/links"), LinkView.class);
    }

    /** Sets the limit of a link, or parts of it. */
    public LinkLimitView set(String source, String destination, SetLinkLimit limit) {
        return rest.send("PUT", RestPath.of(LIMIT, source, destination), limit, Json.type(LinkLimitView.class));
    }

    /** Removes the limit of a link. */
    public void remove(String source, String destination) {
        rest.delete(RestPath.of(LIMIT, source, destination));
    }
}
