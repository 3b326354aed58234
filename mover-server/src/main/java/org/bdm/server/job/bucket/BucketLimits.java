package org.bdm.server.job.bucket;

import org.bdm.core.destination.object.StoreManners;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;

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

    /** Says what a removal does there. */
    static String removal(ExportName export, StoreManners manners, boolean keepsVersions) {
        String versions = keepsVersions
                ? ". The bucket keeps versions: a delete marker hides each object, and its bytes use space until a"
                        + " lifecycle rule of the bucket removes old versions"
                : "";
        String atomic = manners.deletesOnlyTheSame()
                ? ""
                : ". Not atomic here: the store does not compare the ETag, so what another program writes to a key in the"
                        + " moment between our look and the deletion is deleted, too";
        return "export '" + export
                + "' is a bucket: objects are deleted for good, without a quarantine, each only if it"
                + " still has the ETag and size of the plan" + versions + atomic;
    }
}
