package org.bdm.core.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.netcdf.values.VariableValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassicStructureTest {
    private static final byte[] V = {0, 1, 2, 3, 4, 5, 6, 7, 8};

    private static byte[] values(byte[] bytes, String name) {
        BufferedBytes file = SampleFiles.file(bytes);
        return new VariableValues(file, 1000).read(SampleFiles.variable(SampleFiles.group(file), name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cdf1.nc", "cdf2.nc", "cdf5.nc"})
    void recordsOfSeveralVariablesArePadded(String name) {
        byte[] bytes = SampleFiles.bytes(name);
        assertThat(values(bytes, "v")).isEqualTo(V);
        assertThat(values(bytes, "w")).containsExactly(0, 0, 0, 1, 0, 2);
        assertThat(SampleFiles.group(name).attributes())
                .contains(new Attribute("DX", List.of(3000f)), new Attribute("title", List.of("small")));
    }

    @Test
    void recordsOfASingleVariableAreNot() {
        assertThat(values(SampleFiles.bytes("cdf1-odd.nc"), "v")).isEqualTo(V);
    }

    @Test
    void theNumberOfRecordsThatWasNeverSetFollowsFromTheSize() {
        byte[] bytes = SampleFiles.bytes("cdf1.nc");
        Arrays.fill(bytes, 4, 8, (byte) 0xFF);
        assertThat(values(bytes, "v")).isEqualTo(V);
    }

    @Test
    void theLastRecordMayBeShortAndIsZerosThen() {
        byte[] bytes = SampleFiles.bytes("cdf1.nc");
        byte[] shorter = Arrays.copyOf(bytes, bytes.length - 3);
        assertThat(values(shorter, "w")).containsExactly(0, 0, 0, 1, 0, 0);
        assertThat(SampleFiles.group(SampleFiles.file(shorter)).notes())
                .singleElement()
                .asString()
                .contains("the last record of 'w' is not whole");
        assertThat(SampleFiles.group(SampleFiles.file(bytes)).notes()).isEmpty();
    }

    @Test
    void aFileThatLacksMoreThanTheEndOfARecordWasCut() {
        byte[] bytes = SampleFiles.bytes("cdf1.nc");
        byte[] cut = Arrays.copyOf(bytes, bytes.length - 20);
        assertThatThrownBy(() -> SampleFiles.group(SampleFiles.file(cut)))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_MALFORMED))
                .hasMessageContaining("it was cut");
    }
}
