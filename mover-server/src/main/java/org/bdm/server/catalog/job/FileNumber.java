package org.bdm.server.catalog.job;

import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;

/** The numbering of files: {@code job * 2^27 + ordinal}, so that one key orders the files of a job and pages through them. */
public final class FileNumber {
    /** Most files of one job. */
    public static final int FILES_MAX = 1 << 27;

    private FileNumber() {}

    /** The file with this ordinal, counted from 0. */
    public static FileId of(JobId job, int ordinal) {
        return new FileId(first(job) + ordinal);
    }

    /** The job of a file. */
    public static JobId job(FileId file) {
        return new JobId(file.number() / FILES_MAX);
    }

    /** The place of a file in its job, counted from 0. */
    public static int ordinal(FileId file) {
        return (int) (file.number() % FILES_MAX);
    }

    public static long first(JobId job) {
        return Math.multiplyExact(job.number(), (long) FILES_MAX);
    }
}
