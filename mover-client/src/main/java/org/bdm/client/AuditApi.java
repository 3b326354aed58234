package org.bdm.client;

import java.util.Iterator;
import org.bdm.core.control.site.AuditCheckView;
import org.bdm.core.control.site.AuditLineView;
import org.jspecify.annotations.Nullable;

/** The routes about the audit log. Errors as in {@link MoverApi}. */
public final class AuditApi {
    private final RestConnection rest;

    AuditApi(RestConnection rest) {
        this.rest = rest;
    }

    /** Lines of the audit log, newest first; null leaves a filter out. */
    public Iterator<AuditLineView> lines(AuditSelection wanted) {
        RestPath path = RestPath.of("/audit")
                .with("who", wanted.who())
                .with("action", wanted.action())
                .with("object", wanted.object())
                .with("result", wanted.result())
                .with("since", wanted.since())
                .with("until", wanted.until());
        return PageWalk.of(rest, path, AuditLineView.class);
    }

    /** Verifies the next lines and their seals; a null cursor begins. */
    public AuditCheckView check(@Nullable String cursor) {
        return rest.get(RestPath.of("/audit/check").with("cursor", cursor), Json.type(AuditCheckView.class));
    }
}
