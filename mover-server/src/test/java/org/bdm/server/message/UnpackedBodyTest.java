package org.bdm.server.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;

class UnpackedBodyTest {
    /** A pattern that is repeated; the shorter it is, the better it packs. */
    private static byte[] packed(byte[] pattern, long bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            for (long written = 0; written < bytes; written += pattern.length) gzip.write(pattern);
        }
        return out.toByteArray();
    }

    private static long unpacked(byte[] packed) throws IOException {
        InputStream body = StreamedList.unpacked(new ByteArrayInputStream(packed), "gzip");
        byte[] buffer = new byte[64 * 1024];
        long bytes = 0;
        for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) bytes += read;
        return bytes;
    }

    @Test
    void aBodyThatBecomesAThousandTimesAsLargeIsRefusedBeforeItIsUnpacked() throws IOException {
        byte[] bomb = packed(new byte[1 << 20], 200L << 20);
        assertThat(bomb.length).isLessThan(250_000);
        assertThatThrownBy(() -> unpacked(bomb))
                .isInstanceOf(MoverException.class)
                .hasFieldOrPropertyWithValue("code", ErrorCode.TOO_LARGE)
                .hasMessageContaining("send it unpacked");
    }

    @Test
    void listsPackAsTheyDoAndWhatIsSmallMayPackBetter() throws IOException {
        byte[] random = new byte[50_000]; // farther apart than gzip looks back
        new Random(7).nextBytes(random);
        assertThat(unpacked(packed(random, 20L << 20))).isGreaterThanOrEqualTo(20L << 20);
        assertThat(unpacked(packed(new byte[1 << 16], UnpackedBody.FREE_BYTES))).isEqualTo(UnpackedBody.FREE_BYTES);
    }
}
