package org.bdm.server.job.bucket;

import org.bdm.core.destination.object.StoreManners;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.server.catalog.settings.JobSettings;

/** Limits of buckets as destinations of jobs, in sentences. Pure. */
public final class BucketLimits {
    /** Code of the note that a job into a bucket gets. */
    public static final String NOTE = "INTO_BUCKET";

    private BucketLimits() {}

    /** Refuses what keeps replaced files aside: UNSUPPORTED. */
    public static void refuse(ConflictPolicy onConflict, ExportName export) {
        if (onConflict != ConflictPolicy.UPDATE) return;
        throw new MoverException(
                ErrorCode.UNSUPPORTED,
                "export '" + export + "' is a bucket, which has no quarantine for the files that an update replaces;"
                        + " submit the job with --on-conflict skip, fail or overwrite");
    }

    /** Refuses settings of a job that goes into one: UNSUPPORTED. */
    public static void refuse(JobSettings settings, ExportName export) {
        refuse(settings.onConflict(), export);
        if (!settings.mirrors()) return;
        throw new MoverException(
                ErrorCode.UNSUPPORTED,
                "export '" + export + "' is a bucket, from which nothing is removed; submit the job without --delete");
    }

    /** Says what "placed" means there. */
    public static String note(ExportName export, StoreManners manners) {
        String atomic = manners.isAtomic()
                ? ""
                : ". Not atomic here: two writers of one key at the same moment are not kept apart by the store";
        return note(export) + atomic;
    }

    /** The same of a store that was not asked yet how it treats two writers. */
    public static String note(ExportName export) {
        return "export '" + export
                + "' is a bucket: files are taken by the store, which does not tell whether they are on"
                + " its disks; directories have no times, and empty ones are not made";
    }
}
