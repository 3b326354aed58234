package org.bdm.core.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Places of chunks, judged by what the HDF5 library told h5py when the files were made. */
class ChunkTableTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "indexes-default.h5",
                "indexes-v110.h5",
                "indexes-latest.h5",
                "large.h5",
                "user-block.h5",
                "small.nc"
            })
    void chunksLieWhereTheLibrarySaysWhateverTheIndex(String file) {
        List<String> expected = new String(SampleFiles.bytes("chunks.txt"), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith(file + " "))
                .filter(line -> !line.contains(" _nc4_non_coord_") && !line.contains("/"))
                .toList();
        Group group = SampleFiles.group(file);
        List<String> names =
                expected.stream().map(line -> line.split(" ")[1]).distinct().toList();

        List<String> found = group.variables().stream()
                .filter(variable -> names.contains(variable.name()))
                .flatMap(variable -> SampleFiles.chunks(variable, file).stream())
                .toList();

        List<String> missing =
                expected.stream().filter(line -> !found.contains(line)).toList();
        List<String> wrong =
                found.stream().filter(line -> !expected.contains(line)).toList();
        assertThat(missing).as("missing").isEmpty();
        assertThat(wrong).as("wrong").isEmpty();
        assertThat(found).hasSizeGreaterThan(2);
    }
}
