package org.bdm.client;

import java.util.Iterator;
import org.bdm.core.control.site.BenchView;
import org.bdm.core.control.site.LinkExplanationView;
import org.bdm.core.control.site.LinkLimitView;
import org.bdm.core.control.site.LinkView;
import org.bdm.core.control.site.SetLinkLimit;
import org.bdm.core.control.site.StartBench;

/** The routes about links to the site of one control plane; errors as in {@link MoverApi}. */
public final class LinkApi {
    private static final String LIMIT = "/links/{}/{}/limit";
    private static final String BENCHES = "/links/{}/{}/benches";

    private final RestConnection rest;

    LinkApi(RestConnection rest) {
        this.rest = rest;
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

    /** Sets the limit of a link, or parts of it. */
    public LinkLimitView set(String source, String destination, SetLinkLimit limit) {
        return rest.send("PUT", RestPath.of(LIMIT, source, destination), limit, Json.type(LinkLimitView.class));
    }

    /** Removes the limit of a link. */
    public void remove(String source, String destination) {
        rest.delete(RestPath.of(LIMIT, source, destination));
    }
}
