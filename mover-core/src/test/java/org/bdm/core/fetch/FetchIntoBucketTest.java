package org.bdm.core.fetch;

import java.util.List;
import org.bdm.core.destination.Destination;
import org.bdm.core.destination.object.ObjectPlaceOfTest;

/** Into a bucket, by parts of a few blocks that no block fits into evenly. */
class FetchIntoBucketTest extends FetchIntoContract {
    private final ObjectPlaceOfTest place = new ObjectPlaceOfTest(JOB, 3 * BLOCK + 100);

    @Override
    Destination destination() {
        place.begin();
        return place.destination();
    }

    @Override
    boolean makesLinks() {
        return false;
    }

    @Override
    boolean makesDirectories() {
        return false;
    }

    @Override
    boolean goesOnWhereItWas() {
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
