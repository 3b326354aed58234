package org.bdm.core.destination.object;

import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;

/**
 * An upload of parts that this site has begun.
 *
 * @param place name of the export
 * @param upload id that the store gave
 * @param size bytes of the whole object
 * @param partBytes length of each part but the last
 * @param isCompleting whether Complete may have been sent: the object may be there, so it is looked for before anything is given up
 */
public record UploadNote(
        String place,
        JobId job,
        FileId file,
        String key,
        String upload,
        long size,
        long partBytes,
        boolean isCompleting) {
    /** The same upload, once Complete may be sent. */
    public UploadNote completing() {
        return new UploadNote(place, job, file, key, upload, size, partBytes, true);
    }
}
