package org.bdm.core.control.campaign;

/**
 * One destination of a campaign, for everybody who has its link.
 *
 * @param site name of the site
 * @param state WAITING, SUBMITTING, REFUSED, or that of its job
 * @param filesTotal as in the selection, as long as its job knows of fewer
 * @param bytesTotal as in the selection, as long as its job knows of fewer
 */
public record SharedDestinationView(
        String site,
        String state,
        long filesTotal,
        long filesDone,
        long filesFailed,
        long bytesTotal,
        long bytesDone) {}
