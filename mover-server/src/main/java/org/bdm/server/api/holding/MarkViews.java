package org.bdm.server.api.holding;

import org.bdm.core.control.holding.DatasetMarkView;
import org.bdm.server.catalog.holding.DatasetMark;
import org.bdm.server.message.ProblemText;
import org.jspecify.annotations.Nullable;

/** Messages about what catalogs say against what is held. */
final class MarkViews {
    private MarkViews() {}

    static @Nullable DatasetMarkView of(@Nullable DatasetMark mark) {
        if (mark == null) return null;
        return new DatasetMarkView(
                mark.instanceId(),
                mark.state().name(),
                mark.isInForce(),
                ProblemText.shown(mark.reason()),
                mark.newer(),
                mark.since(),
                mark.treatment().name());
    }
}
