package org.bdm.server.message;

import java.util.List;
import org.bdm.core.control.IndexWarningView;
import org.bdm.server.discovery.index.IndexWarning;

/** Warnings of indexes as messages. */
public final class IndexWarningViews {
    private IndexWarningViews() {}

    public static List<IndexWarningView> of(List<IndexWarning> warnings) {
        return warnings.stream()
                .map(warning -> new IndexWarningView(
                        warning.index(),
                        warning.code(),
                        ProblemText.shown(warning.text()),
                        warning.affectsCompleteness(),
                        warning.at()))
                .toList();
    }
}
