package org.bdm.core.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.netcdf.values.VariableValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Hdf5StructureTest {
    private final BufferedBytes file = SampleFiles.file(SampleFiles.bytes("small.nc"));
    private final Group small = SampleFiles.group(file);

    private static List<Object> values(List<Attribute> attributes, String name) {
        return attributes.stream()
                .filter(attribute -> attribute.name().equals(name))
                .findFirst()
                .orElseThrow()
                .values();
    }

    @Test
    void variablesAreThoseOfNetcdfUnderTheirOwnNames() {
        assertThat(SampleFiles.names(small, ""))
                .containsExactlyInAnyOrder("time", "v", "short", "names", "n", "x", "height", "inner/w");
        assertThat(SampleFiles.variable(small, "x").dimensionNames()).containsExactly("n");
        assertThat(SampleFiles.variable(small, "n").dimensionNames()).containsExactly("n", "x");
    }

    @Test
    void attributesKeepTheirTypesAndMarksOfTheLibraryAreHidden() {
        Variable v = SampleFiles.variable(small, "v");
        assertThat(v.attributes()).extracting(Attribute::name).containsExactly("_FillValue", "factor", "counts");
        assertThat(values(v.attributes(), "factor")).containsExactly(0.5f);
        assertThat(values(v.attributes(), "counts")).containsExactly(1L, 2L, 3L);
        assertThat(values(small.attributes(), "title")).containsExactly("small");
        assertThat(small.attributes()).extracting(Attribute::name).containsExactly("title");
    }

    @Test
    void aVariableThatEndsBeforeItsDimensionHasTheLengthOfTheDimension() {
        Variable early = SampleFiles.variable(small, "short");
        assertThat(early.shape()).containsExactly(2L);
        assertThat(early.storage().shape()).containsExactly(1L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"small.nc", "indexes-default.h5", "indexes-latest.h5", "user-block.h5"})
    void aFileThatEndsBeforeItsSuperblockSaysWasCut(String name) {
        byte[] whole = SampleFiles.bytes(name);
        byte[] cut = Arrays.copyOf(whole, whole.length - 1);
        assertThat(SampleFiles.group(SampleFiles.file(whole)).variables()).isNotEmpty();
        assertThatThrownBy(() -> SampleFiles.group(SampleFiles.file(cut)))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_MALFORMED))
                .hasMessageContaining("it was cut");
    }

    /** As netCDF-C 4.10.1 and ncdump 4.9.0 name them. */
    @Test
    void anAxisWithoutAScaleHasTheDimensionThatNetcdfFinds() {
        Group group = SampleFiles.group(SampleFiles.file(SampleFiles.bytes("scales.h5")));
        assertThat(SampleFiles.variable(group, "both").dimensionNames()).containsExactly("x", "y");
        assertThat(SampleFiles.variable(group, "second").dimensionNames()).containsExactly("x", "y");
        assertThat(SampleFiles.variable(group, "square").dimensionNames()).startsWith("x");
        assertThat(SampleFiles.variable(group, "square").dimensionNames().get(1))
                .startsWith("phony_dim_");
        assertThat(SampleFiles.variable(group, "other").dimensionNames().get(0)).isEqualTo("y");
        assertThat(SampleFiles.variable(group, "other").dimensionNames().get(2)).isEqualTo("x");
    }

    @Test
    void textsAndScalarsAreRead() {
        VariableValues reader = new VariableValues(file, 1000);
        assertThat(reader.texts(SampleFiles.variable(small, "names"))).containsExactly("one", "Zürich");
        assertThat(reader.read(SampleFiles.variable(small, "height"))).containsExactly(0, 0, 0, 0, 0, 0, 0, 0x40);
        assertThatThrownBy(() -> new VariableValues(file, 4).read(SampleFiles.variable(small, "v")))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("'v'");
    }

    @Test
    void aVariableWhoseChunksAreManyTimesItsValuesIsNotRead() {
        List<Chunk> chunks =
                LongStream.range(0, 6).mapToObj(i -> new Chunk(i, 0, 10, 0)).toList();
        Storage storage = new Storage(List.of(6L, 1L), List.of(1L, 1000L), chunks, List.of(), null, false);
        Variable wide = new Variable(
                "wide",
                new ElementType(ElementType.Kind.SIGNED, 1, ByteOrder.LITTLE_ENDIAN, "byte"),
                List.of(new Dimension("x", 6, false), new Dimension("y", 1, false)),
                List.of(),
                storage,
                FillValue.ZERO);
        assertThat(new VariableValues(file, 1250).canRead(wide)).isTrue();
        VariableValues reader = new VariableValues(file, 1000);
        assertThat(reader.canRead(wide)).isFalse();
        assertThatThrownBy(() -> reader.read(wide))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE))
                .hasMessageContaining("'wide'");
    }

    @Test
    void compressedValuesAreReadAndWhatWasNeverWrittenIsFill() {
        VariableValues reader = new VariableValues(file, 1000);
        byte[] values = reader.read(SampleFiles.variable(small, "v"));
        Variable v = SampleFiles.variable(small, "v");
        assertThat(v.type().number(values, 5 * 4)).isEqualTo(6f);
        byte[] early = reader.read(SampleFiles.variable(small, "short"));
        assertThat(SampleFiles.variable(small, "short").type().number(early, 4)).isEqualTo(-2147483647L);
    }

    @Test
    void groupsWithManyLinksAndAttributesAreReadFromTheirHeaps() {
        Group dense = SampleFiles.group("dense.h5");
        assertThat(dense.variables()).hasSize(40);
        Variable first = SampleFiles.variable(dense, "v0");
        assertThat(first.attributes()).hasSize(41);
        assertThat(values(first.attributes(), "a39")).containsExactly(39L);
        assertThat(values(first.attributes(), "long")).containsExactly("x".repeat(6000));
    }

    @Test
    void whatWasNeverAllocatedHasNoChunk() {
        Group group = SampleFiles.group("user-block.h5");
        assertThat(SampleFiles.variable(group, "nothing").storage().chunks()).isEmpty();
    }

    @Test
    void aFileThatWasCutIsMalformedAndSaysWhere() {
        byte[] cut = Arrays.copyOf(SampleFiles.bytes("indexes-v110.h5"), 9000);
        assertThatThrownBy(() -> SampleFiles.group(SampleFiles.file(cut)))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_MALFORMED))
                .hasMessageContaining("at byte ");
    }

    @Test
    void aStructureTakesFewReads() {
        assertThat(file.reads()).isLessThan(10);
    }
}
