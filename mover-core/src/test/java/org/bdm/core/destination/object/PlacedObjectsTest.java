package org.bdm.core.destination.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.PlacedFiles;
import org.bdm.core.id.FileId;
import org.bdm.core.s3.S3Refusal;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.ChunkRight;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** At the end of a job a file counts as placed only if its bytes were read: its record was written before it was sent. */
@Timeout(60)
class PlacedObjectsTest {
    private static final int SMALL = 700;
    private static final FileId FILE = new FileId(1);

    /** The process dies when it is about to put the object. */
    private static void dies(ObjectUnderTest file) {
        file.place.bucket().diesAt(1, false);
        file.moved();
        file.processDiesAndBegins();
    }

    private static PlacedFiles.Look look(ObjectUnderTest file) {
        ObjectDestination destination = (ObjectDestination) file.destination();
        return destination.placed().look(ChunkRight.endless(0), Map.of(FILE, StorePath.ofUtf8(ObjectUnderTest.KEY)));
    }

    @Test
    void objectOfTheRightBytesIsPlaced() {
        try (ObjectUnderTest file = new ObjectUnderTest(SMALL)) {
            dies(file);
            assertThat(look(file).placed()).isEmpty();
            file.place.bucket().foreign(ObjectUnderTest.KEY, file.content());
            assertThat(look(file).placed()).containsKey(FILE);
        }
    }

    @Test
    void tagOfTheRightBytesAloneProvesNothing() {
        try (ObjectUnderTest file = new ObjectUnderTest(SMALL)) {
            dies(file);
            file.place.bucket().foreign(ObjectUnderTest.KEY, file.content());
            file.place.bucket().changeInPlace(ObjectUnderTest.KEY, new byte[SMALL]);
            assertThat(look(file).placed()).isEmpty();
            assertThat(look(file).unknown()).isEmpty();
        }
    }

    @Test
    void objectThatCannotBeReadIsUnknown() {
        try (ObjectUnderTest file = new ObjectUnderTest(SMALL)) {
            dies(file);
            file.place.bucket().refusesAll(new S3Refusal(403, "AccessDenied", "denied"));
            assertThat(look(file).unknown().get(FILE))
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PERMISSION));
        }
    }
}
