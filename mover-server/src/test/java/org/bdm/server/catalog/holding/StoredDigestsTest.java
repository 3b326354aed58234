package org.bdm.server.catalog.holding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.Origin;
import org.junit.jupiter.api.Test;

class StoredDigestsTest {
    private static final Instant KNOWN = Instant.ofEpochMilli(1_764_000_000_123L);
    private static final Checksum CRC = new Checksum(ChecksumAlgorithm.CRC32C, new byte[] {0, (byte) 0xab, 3, 4});

    @Test
    void aDigestIsItsAlgorithmOriginTimeAndValue() {
        String text = StoredDigests.text(List.of(new HoldingDigest(CRC, DigestOrigin.STREAM, KNOWN)));

        assertThat(text).isEqualTo(ChecksumAlgorithm.CRC32C.code() + ":10:1764000000123:00ab0304");
    }

    @Test
    void noneHaveNoText() {
        assertThat(StoredDigests.text(List.of())).isNull();
        assertThat(StoredDigests.read(null)).isEmpty();
    }

    @Test
    void whatWasWrittenIsReadInOrder() {
        Random random = new Random(3);
        List<HoldingDigest> all = new ArrayList<>();
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            for (DigestOrigin origin : DigestOrigin.values()) {
                byte[] value = new byte[algorithm.lengthBytes()];
                random.nextBytes(value);
                Origin.Asked asked = origin == DigestOrigin.RECEIVED ? new Origin.Asked(2, 1_500) : null;
                all.add(new HoldingDigest(new Checksum(algorithm, value), origin, KNOWN, asked));
            }
        }
        Collections.shuffle(all, random);

        List<HoldingDigest> read = StoredDigests.read(StoredDigests.text(all));

        assertThat(read).containsExactlyInAnyOrderElementsOf(all);
        assertThat(read)
                .isSortedAccordingTo(Comparator.<HoldingDigest>comparingInt(
                                known -> known.digest().algorithm().code())
                        .thenComparing(HoldingDigest::origin));
    }

    @Test
    void twoOfOneAlgorithmAndOriginAreRefused() {
        HoldingDigest one = new HoldingDigest(CRC, DigestOrigin.STREAM, KNOWN);

        assertThatThrownBy(() -> StoredDigests.text(List.of(one, one))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anAlgorithmOfALaterVersionIsUnsupported() {
        assertThatThrownBy(() -> StoredDigests.read("99:10:1:00")).isInstanceOf(MoverException.class);
    }
}
