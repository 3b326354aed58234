package org.bdm.server.job.run;

import org.bdm.core.fetch.FetchListener;
import org.bdm.core.fetch.FetchSession;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.TransferOptions;
import org.bdm.server.tape.StagedFiles;

/** Makes fetch sessions. Any thread. */
public interface SessionFactory {
    /** A session that has begun; errors of the source come to the listener. Throws UNKNOWN_SITE, UNKNOWN_EXPORT, EXPORT_READ_ONLY. */
    FetchSession begin(JobId job, Route route, TransferOptions options, FetchListener listener);

    /** Returns which files have to be brought from tape before a session can fetch them. */
    default StagedFiles staged() {
        return StagedFiles.none();
    }
}
