package org.bdm.core.destination.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bdm.core.destination.Destination;
import org.bdm.core.destination.DestinationContract;
import org.junit.jupiter.api.AfterEach;

/** Of parts of one block each. */
class ObjectDestinationTest extends DestinationContract {
    private static final int PART_BYTES = 4096;

    private final ObjectPlaceOfTest place = new ObjectPlaceOfTest(JOB, PART_BYTES);

    @Override
    protected Destination destination() {
        place.begin();
        return place.destination();
    }

    @Override
    protected void die() {
        place.die();
    }

    @Override
    protected List<String> unfinished() {
        return place.unfinished();
    }

    @Override
    protected boolean readsUnfinished() {
        return false;
    }

    @Override
    protected boolean makesDirectories() {
        return false;
    }

    @AfterEach
    void whatIsUnfinishedIsNoted() {
        assertThat(place.notes().of("out", JOB))
                .extracting(UploadNote::upload)
                .containsAll(place.bucket().uploadsOpen());
    }
}
