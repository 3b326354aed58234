package org.bdm.core.fetch;

import java.util.List;
import org.bdm.core.destination.AscendingDestination;
import org.bdm.core.destination.Destination;

/** Into a place where nothing can be written at an offset. */
class FetchInOrderTest extends FetchIntoContract {
    private final AscendingDestination place = new AscendingDestination(JOB);

    @Override
    Destination destination() {
        return place;
    }

    @Override
    boolean makesLinks() {
        return false;
    }

    @Override
    void die() {
        place.die();
    }

    @Override
    List<String> unfinished() {
        return place.unfinished();
    }
}
