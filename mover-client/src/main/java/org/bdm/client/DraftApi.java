package org.bdm.client;

import java.util.Iterator;
import org.bdm.core.control.request.ImportEntryView;
import org.bdm.core.control.request.ImportView;

/** The routes about drafts of one control plane; errors as in {@link MoverApi}. */
public final class DraftApi {
    private final RestConnection rest;

    DraftApi(RestConnection rest) {
        this.rest = rest;
    }

    /** Oldest first. */
    public Iterator<ImportView> all() {
        return PageWalk.of(rest, RestPath.of("/imports"), ImportView.class);
    }

    /** One, with what it holds in numbers. */
    public ImportView draft(String draftId) {
        return rest.get(RestPath.of("/imports/{}", draftId), Json.type(ImportView.class));
    }

    /** In the order of the list. */
    public Iterator<ImportEntryView> entries(String draftId) {
        return PageWalk.of(rest, RestPath.of("/imports/{}/entries", draftId), ImportEntryView.class);
    }

    /** Requests and jobs that were made of it stay. */
    public void remove(String draftId) {
        rest.delete(RestPath.of("/imports/{}", draftId));
    }
}
