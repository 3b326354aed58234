package org.bdm.server.job.run;

import org.bdm.server.job.schedule.RetryTimes;

/**
 * The memory that running jobs of this process share with each other and with earlier runs. Lost with the process, which costs one try.
 *
 * @param retries when a job whose work failed may be started again
 * @param pauses since when jobs stand for the same cause
 * @param destinations paths that are being written
 * @param history of jobs that ended
 */
record RunMemory(
        RetryTimes retries, EarlierPauses pauses, DestinationReservations destinations, EndedJobHistory history) {}
