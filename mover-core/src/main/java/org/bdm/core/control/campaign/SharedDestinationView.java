package org.bdm.core.control.campaign;

/**
 * One destination of a campaign, for everybody who has its link.
 *
 * @param site Name of the site. Such as {@code south}.
 * @param state WAITING, SUBMITTING, REFUSED, or the state of its job. Such as {@code ACTIVE}.
 * @param filesTotal Number of files, at least 0; that of the selection as long as the job knows of fewer. Such as {@code 4200}.
 * @param filesDone Number of files that are there, at least 0. Such as {@code 4000}.
 * @param filesFailed Number of files that failed, at least 0. Such as {@code 0}.
 * @param bytesTotal Sum of the sizes in bytes, at least 0; that of the selection as long as the job knows of fewer. Such as {@code
 * 1400000000000}.
 * @param bytesDone Bytes of the files that are there, at least 0. Such as {@code 1300000000000}.
 */
public record SharedDestinationView(
        String site,
        String state,
        long filesTotal,
        long filesDone,
        long filesFailed,
        long bytesTotal,
        long bytesDone) {}
