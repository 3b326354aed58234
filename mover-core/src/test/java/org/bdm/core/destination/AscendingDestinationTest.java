package org.bdm.core.destination;

import java.util.List;

class AscendingDestinationTest extends DestinationContract {
    private final AscendingDestination place = new AscendingDestination(JOB);

    @Override
    protected Destination destination() {
        return place;
    }

    @Override
    protected void die() {
        place.die();
    }

    @Override
    protected List<String> unfinished() {
        return place.unfinished();
    }
}
