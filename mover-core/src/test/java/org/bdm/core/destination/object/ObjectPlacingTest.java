package org.bdm.core.destination.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Map;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.destination.object.ObjectPlacing.Ending;
import org.bdm.core.destination.object.ObjectPlacing.Wanted;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.s3.BucketQuirk;
import org.bdm.core.s3.S3Refusal;
import org.bdm.core.transfer.ChunkRight;
import org.junit.jupiter.api.Test;

/** An object of which no MD5 was reckoned is seen by the tag that the store told when it took it. */
class ObjectPlacingTest {
    private static final String KEY = "d/f.nc";
    private static final byte[] CONTENT = {1, 2, 3, 4};

    private final ObjectPlaceOfTest place = new ObjectPlaceOfTest(new JobId(7), 1000);
    private final ObjectPlacing placing = new ObjectPlacing(place.place(), StoreManners.ALL, true, place.waiting());

    private Ending put() {
        byte[] sha256 = Uploads.sha256(ByteBuffer.wrap(CONTENT));
        Wanted wanted = new Wanted(KEY, CONTENT.length, tag -> false, new Checksum(ChecksumAlgorithm.SHA256, sha256));
        return placing.put(wanted, ByteBuffer.wrap(CONTENT), sha256, null, Map.of(), ChunkRight.endless(0));
    }

    @Test
    void objectWithTheTagOfItsAnswerIsMadeAndNotRead() {
        place.bucket().has(BucketQuirk.ETAG_IS_RANDOM);
        assertThat(put()).isEqualTo(Ending.MADE);
        assertThat(place.bucket().calls()).containsExactly("put " + KEY, "head " + KEY);
    }

    @Test
    void objectThatIsAnotherOneWhenItIsLookedAtIsNotOurs() {
        place.bucket()
                .refuses(
                        call -> {
                            if (call.startsWith("head ")) place.bucket().foreign(KEY, new byte[CONTENT.length]);
                            return false;
                        },
                        new S3Refusal(503, "SlowDown", "slow down"));
        assertThatThrownBy(this::put)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WRITE_ERROR));
    }
}
