package org.bdm.server.api.site;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.control.dataset.StagingSettings;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.TapePolicy;
import org.bdm.core.source.http.node.TapePolicy.PathPrefix;
import org.bdm.core.source.http.node.TapePolicy.Staging;
import org.bdm.server.catalog.site.StagingChange;
import org.bdm.server.catalog.site.StagingRule;
import org.bdm.server.message.PlainText;
import org.jspecify.annotations.Nullable;

/** What requests say of the tapes of a data node. Pure. */
final class StagingRequests {
    private StagingRequests() {}

    /**
     * Returns the change.
     *
     * @throws MoverException INVALID_REQUEST for a value that cannot be
     */
    static StagingChange change(@Nullable StagingSettings wanted) {
        if (wanted == null) return StagingChange.NONE;
        try {
            String way = wanted.way();
            if (way != null && !way.isEmpty()) way = Staging.of(way).text();
            String prefix = wanted.prefix();
            if (prefix != null && !prefix.isEmpty())
                PathPrefix.of(PlainText.checked("staging.prefix", prefix, StagingRule.PREFIX_LENGTH_MAX));
            return new StagingChange(way, patience(wanted.patienceSeconds()), window(wanted.window()), prefix);
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    private static @Nullable Long patience(@Nullable Long wanted) {
        long most = TapePolicy.PATIENCE_MAX.toSeconds();
        if (wanted == null || (wanted >= 0 && wanted <= most)) return wanted;
        throw new IllegalArgumentException(
                "staging.patienceSeconds is " + wanted + ", but is 1 to " + most + ", or 0 as at the start");
    }

    private static @Nullable Integer window(@Nullable Integer wanted) {
        if (wanted == null || (wanted >= 0 && wanted <= TapePolicy.WINDOW_MAX)) return wanted;
        throw new IllegalArgumentException(
                "staging.window is " + wanted + ", but is 1 to " + TapePolicy.WINDOW_MAX + ", or 0 as at the start");
    }

    static StagingSettings view(StagingRule rule) {
        return new StagingSettings(rule.way(), rule.patienceSeconds(), rule.window(), rule.prefix());
    }

    /** Returns what is changed, in words. */
    static List<String> changed(@Nullable StagingSettings wanted) {
        List<String> changed = new ArrayList<>();
        if (wanted == null) return changed;
        if (wanted.way() != null) changed.add("staging " + said(wanted.way()));
        if (wanted.patienceSeconds() != null) changed.add("staging patience " + wanted.patienceSeconds() + " s");
        if (wanted.window() != null) changed.add("staging window " + wanted.window());
        if (wanted.prefix() != null) changed.add("staging prefix " + said(wanted.prefix()));
        return changed;
    }

    private static String said(String value) {
        return value.isEmpty() ? "removed" : value;
    }
}
