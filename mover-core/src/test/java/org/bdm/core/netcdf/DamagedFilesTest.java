package org.bdm.core.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.netcdf.values.VariableValues;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files with flipped bytes, of a fixed seed: each is read, or refused with a code; none hangs, and none needs much memory. */
class DamagedFilesTest {
    private static final int TRIALS = 1500;
    private static final long SEED = 20261130;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "indexes-default.h5",
                "indexes-v110.h5",
                "indexes-latest.h5",
                "dense.h5",
                "user-block.h5",
                "small.nc",
                "cdf1.nc",
                "cdf5.nc"
            })
    void aDamagedFileIsReadOrRefused(String name) {
        byte[] whole = SampleFiles.bytes(name);
        Random random = new Random(SEED);
        int refused = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            byte[] damaged = damaged(whole, random);
            String what = name + ", trial " + trial;
            refused += Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> isRefused(damaged), what)
                    ? 1
                    : 0;
        }
        assertThat(refused).isBetween(TRIALS / 50, TRIALS - 1);
    }

    private static byte[] damaged(byte[] whole, Random random) {
        byte[] damaged = random.nextInt(10) == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
        int flips = damaged.length == 0 ? 0 : 1 + random.nextInt(6);
        for (int i = 0; i < flips; i++) {
            int at = random.nextBoolean()
                    ? random.nextInt(Math.min(damaged.length, 2000))
                    : random.nextInt(damaged.length);
            damaged[at] =
                    random.nextBoolean() ? (byte) random.nextInt(256) : (byte) (random.nextBoolean() ? 0xFF : 0x7F);
        }
        return damaged;
    }

    private static boolean isRefused(byte[] damaged) {
        try {
            BufferedBytes file = SampleFiles.file(damaged);
            Group group = SampleFiles.group(file);
            VariableValues values = new VariableValues(file, 1 << 20);
            for (Variable variable : group.variables()) {
                if (!values.canRead(variable)) continue;
                if (variable.type().isText()) values.texts(variable);
                else values.read(variable);
            }
            return false;
        } catch (MoverException e) {
            assertThat(e.code()).isIn(ErrorCode.FILE_MALFORMED, ErrorCode.UNSUPPORTED, ErrorCode.TOO_LARGE);
            return true;
        }
    }
}
