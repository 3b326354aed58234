package org.bdm.core.destination.object;

import java.util.List;
import org.bdm.core.id.JobId;

/**
 * The memory of uploads that are under way: nothing else knows their ids, since stores are not searched for them. A change is on stable storage
 * when its call returns. Calls block; safe on any thread that may. Errors are {@link org.bdm.core.fault.MoverException}.
 *
 * <pre>
 *   begun --> sent, part by part --> completing --> ended
 *     |                |                 |            ^
 *     +----------------+-----------------+--aborted --+
 * </pre>
 */
public interface UploadNotes {
    /** The store has begun an upload. */
    void begun(UploadNote note);

    /** The store has taken a part; one of the same number is replaced. */
    void sent(UploadNote note, PartNote part);

    /** Complete is about to be sent. */
    void completing(UploadNote note);

    /** The object is there, or the upload was aborted: it is forgotten, with its parts. */
    void ended(UploadNote note);

    /** Returns the uploads of a job at a place that have not ended, in the order of their beginning. */
    List<UploadNote> of(String place, JobId job);

    /** Returns the jobs that have uploads at a place that have not ended. */
    List<JobId> jobs(String place);

    /** Returns the parts of an upload, in ascending order. */
    List<PartNote> parts(UploadNote note);
}
