package org.bdm.server.carrier;

import java.util.List;
import org.bdm.server.catalog.handover.HandedFile;
import org.jspecify.annotations.Nullable;

/**
 * A list as it is given to a carrier.
 *
 * @param label names the handover for people at the carrier
 * @param id the id under which it is submitted; null for a carrier without a service
 * @param source the endpoint or host that is read
 * @param files in the order of the list, always the same one
 * @param replaces whether files that are there may be replaced: those of an earlier list were missing or wrong
 */
record CarrierList(String label, @Nullable String id, String source, List<HandedFile> files, boolean replaces) {
    CarrierList {
        files = List.copyOf(files);
    }
}
