package org.bdm.client;

import java.util.Iterator;
import org.bdm.core.control.site.CreateHook;
import org.bdm.core.control.site.HookTrial;
import org.bdm.core.control.site.HookView;

/** The routes about hooks of one control plane; errors as in {@link MoverApi}. */
public final class HookApi {
    private final RestConnection rest;

    HookApi(RestConnection rest) {
        this.rest = rest;
    }

    /** All hooks, by name, without their secrets. */
    public Iterator<HookView> hooks() {
        return PageWalk.of(rest, RestPath.of("/hooks"), HookView.class);
    }

    /** Makes a hook; only this answer has its secret. */
    public HookView create(CreateHook hook) {
        return rest.send("POST", RestPath.of("/hooks"), hook, Json.type(HookView.class));
    }

    /** Delivers a test at once. */
    public HookTrial test(String name) {
        return rest.send("POST", RestPath.of("/hooks/{}/test", name), null, Json.type(HookTrial.class));
    }

    /** Removes a hook. */
    public void remove(String name) {
        rest.delete(RestPath.of("/hooks/{}", name));
    }
}
