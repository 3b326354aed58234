package org.bdm.client;

import org.bdm.core.control.holding.PatchScrub;
import org.bdm.core.control.holding.ScrubView;

/** The routes about reading held files again; errors as in {@link MoverApi}. */
public final class ScrubApi {
    private static final RestPath PATH = RestPath.of("/scrub");

    private final RestConnection rest;

    ScrubApi(RestConnection rest) {
        this.rest = rest;
    }

    public ScrubView get() {
        return rest.get(PATH, Json.type(ScrubView.class));
    }

    public ScrubView patch(PatchScrub changes) {
        return rest.send("PATCH", PATH, changes, Json.type(ScrubView.class));
    }
}
