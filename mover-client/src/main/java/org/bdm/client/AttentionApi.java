package org.bdm.client;

import java.util.Iterator;
import org.bdm.core.control.site.AcknowledgeItem;
import org.bdm.core.control.site.AttentionView;

/** The routes about what needs a person. Errors as in {@link MoverApi}. */
public final class AttentionApi {
    private static final String ACKNOWLEDGEMENT = "/attention/{}/acknowledgement";

    private final RestConnection rest;

    AttentionApi(RestConnection rest) {
        this.rest = rest;
    }

    /** Returns what is open; with {@code all} also what is acknowledged, behind it. */
    public Iterator<AttentionView> items(boolean all) {
        return PageWalk.of(
                rest, RestPath.of("/attention").with("acknowledged", all ? true : null), AttentionView.class);
    }

    /** Puts an item away. */
    public AttentionView acknowledge(String id, AcknowledgeItem wish) {
        return rest.send("POST", RestPath.of(ACKNOWLEDGEMENT, id), wish, Json.type(AttentionView.class));
    }

    /** Shows an item again. */
    public AttentionView reopen(String id) {
        return rest.send("DELETE", RestPath.of(ACKNOWLEDGEMENT, id), null, Json.type(AttentionView.class));
    }
}
