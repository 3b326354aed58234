package org.bdm.core.control.dataset;

import java.util.List;

/**
 * The outcome of files that were to be handed over.
 *
 * @param handovers The new handovers: one for each source, and at most 10,000 files each.
 * @param underWay Number of files that are missing here and in another handover already, at least 0. Such as {@code 0}.
 * @param overHttp Number of missing files that a job fetches over HTTP, at least 0. Such as {@code 36}.
 * @param nowhere Number of missing files that neither a job nor this carrier can bring, at least 0. Such as {@code 0}.
 */
public record HandedOverView(List<HandoverView> handovers, long underWay, long overHttp, long nowhere) {
    /** Copies the list. */
    public HandedOverView {
        handovers = List.copyOf(handovers);
    }
}
