package org.bdm.server.job.submit;

import org.bdm.core.control.job.JobOptions;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.JobSettings.SymbolicLinks;
import org.jspecify.annotations.Nullable;

/** Checks whether a job may be a mirror: only one whose listing tells all that the source has. */
final class MirrorRules {
    private MirrorRules() {}

    /**
     * Returns true for a mirror; null for any other job.
     *
     * @param only the only item of a TREE or FILE job; null for a list
     * @throws MoverException INVALID_REQUEST if the listing of such a job could not tell what the source no longer has
     */
    static @Nullable Boolean checked(
            JobOptions options, JobKind kind, @Nullable SubmittedItem only, SymbolicLinks symlinks) {
        if (options.delete() == null || !options.delete()) return null;
        if (kind != JobKind.TREE || only == null || !only.recursive()) {
            throw refused("delete is for one recursive tree (kind TREE), not for " + kind);
        }
        if (options.sourcePolicy() != null) throw refused("delete and sourcePolicy exclude each other");
        if (symlinks != SymbolicLinks.KEEP) {
            throw refused("delete needs symlinks keep: what is behind a link that is followed may be away for a while,"
                    + " and a link that is skipped would seem to be gone");
        }
        return true;
    }

    private static MoverException refused(String why) {
        return new MoverException(ErrorCode.INVALID_REQUEST, why);
    }
}
