package org.bdm.core.checksum;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChecksumTest {
    private static final Checksum MD5 = new Checksum(ChecksumAlgorithm.MD5, new byte[16]);
    private static final Checksum CRC = new Checksum(ChecksumAlgorithm.CRC32C, new byte[4]);
    private static final Checksum SHA = new Checksum(ChecksumAlgorithm.SHA256, new byte[32]);

    @Test
    void ofSeveralDigestsOfAFileTheOneThatCannotBeForgedDecides() {
        assertThat(Checksum.deciding(List.of(MD5, SHA))).contains(SHA);
        assertThat(Checksum.deciding(List.of(CRC, SHA, MD5))).contains(SHA);
    }

    @Test
    void amongOthersTheFirstDecides() {
        assertThat(Checksum.deciding(List.of(MD5, CRC))).contains(MD5);
        assertThat(Checksum.deciding(List.of(CRC, MD5))).contains(CRC);
        assertThat(Checksum.deciding(List.of())).isEmpty();
    }
}
