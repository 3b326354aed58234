package org.bdm.client.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the files with the grammar of the format, written here once more and on its own. */
class NetcdfFileTest {
    @TempDir
    Path directory;

    @Test
    void hasTheLayoutThatReadersOfTheClassicFormatExpect() throws IOException {
        Path file = directory.resolve("x.nc");
        new NetcdfFile("tas", "K", 3, 5, 730).write(file, 7);
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));

        assertThat(in.getInt()).isEqualTo(0x43444601);
        assertThat(in.getInt()).as("records").isEqualTo(3);
        assertThat(in.getInt()).isEqualTo(0x0A);
        assertThat(in.getInt()).isEqualTo(3);
        assertThat(name(in) + in.getInt()).isEqualTo("time0");
        assertThat(name(in) + in.getInt()).isEqualTo("lat5");
        assertThat(name(in) + in.getInt()).isEqualTo("lon5");
        attributes(in, 4);
        assertThat(in.getInt()).isEqualTo(0x0B);
        assertThat(in.getInt()).isEqualTo(4);
        int latitude = variable(in, "lat", 6, 40, 1);
        int longitude = variable(in, "lon", 6, 40, 2);
        int time = variable(in, "time", 6, 8, 0);
        int data = variable(in, "tas", 5, 100, 0, 1, 2);

        assertThat(in.position()).as("data begins after the header").isEqualTo(latitude);
        assertThat(longitude).isEqualTo(latitude + 40);
        assertThat(time).isEqualTo(longitude + 40);
        assertThat(data).isEqualTo(time + 8);
        assertThat(in.capacity()).isEqualTo(time + 3 * 108);
        assertThat(in.getDouble(latitude)).isEqualTo(-90);
        assertThat(in.getDouble(latitude + 32)).isEqualTo(90);
        assertThat(in.getDouble(time + 108)).as("second month").isEqualTo(760);
        assertThat(in.getFloat(data + 108)).isBetween(200f, 320f);
    }

    @Test
    void theSetHasNearlyTheSizeAskedForAndNoTwoFilesAreEqual() throws IOException {
        DemoReplicaSet set = DemoReplicaSet.ofAbout(4 << 20);
        set.write(directory);
        assertThat(set.bytes()).isBetween(3L << 20, 5L << 20);
        assertThat(TreeDigests.of(directory)).hasSize(set.files()).hasSize(60);
        assertThat(TreeDigests.of(directory).values()).doesNotHaveDuplicates();
        assertThat(
                        directory.resolve(
                                "CMIP6/CMIP/DEMO/DEMO-ESM/historical/r1i1p1f1/Amon/tas/gr/v20261120/tas_Amon_DEMO-ESM_historical_r1i1p1f1_gr_185001-185412.nc"))
                .exists();
        assertThat(DemoReplicaSet.ofAbout(300L << 20).bytes()).isBetween(290L << 20, 310L << 20);
    }

    private static int variable(ByteBuffer in, String name, int type, int bytes, int... dimensions) {
        assertThat(name(in)).isEqualTo(name);
        assertThat(in.getInt()).isEqualTo(dimensions.length);
        for (int dimension : dimensions) assertThat(in.getInt()).isEqualTo(dimension);
        attributes(in, 1);
        assertThat(in.getInt()).isEqualTo(type);
        assertThat(in.getInt()).as("bytes of one").isEqualTo(bytes);
        return in.getInt();
    }

    private static void attributes(ByteBuffer in, int count) {
        assertThat(in.getInt()).isEqualTo(0x0C);
        assertThat(in.getInt()).isEqualTo(count);
        for (int i = 0; i < count; i++) {
            name(in);
            assertThat(in.getInt()).as("characters").isEqualTo(2);
            name(in);
        }
    }

    private static String name(ByteBuffer in) {
        byte[] bytes = new byte[in.getInt()];
        in.get(bytes);
        while (in.position() % 4 != 0) assertThat(in.get()).isZero();
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
