package org.bdm.server.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.netcdf.BufferedBytes;
import org.bdm.core.netcdf.Dimension;
import org.bdm.core.netcdf.ElementType;
import org.bdm.core.netcdf.FillValue;
import org.bdm.core.netcdf.Filter;
import org.bdm.core.netcdf.Group;
import org.bdm.core.netcdf.Storage;
import org.bdm.core.netcdf.Variable;
import org.junit.jupiter.api.Test;

/** Values that xarray masks, and those that it shows where nothing was written. */
class FillValueTest {
    private final ReferenceSet set = SampleSets.set("fills.h5", FileReferences.several());

    private ReferencedArray array(String name) {
        return SampleSets.array(set, name);
    }

    @Test
    void aVariableWithoutFillAttributeMasksNothing() {
        assertThat(array("plain").fillValue()).isNull();
        assertThat(array("plain").chunks()).hasSize(1);
    }

    @Test
    void anAttributeThatIsAlsoWhatWasNeverWrittenIsTheFillValue() {
        assertThat(array("same").fillValue()).isEqualTo(-5L);
        assertThat(array("same").attributes()).doesNotContainKey("_FillValue");
        assertThat(array("same").chunks()).hasSize(1);
    }

    @Test
    void anotherAttributeStaysOneAndChunksThatWereNeverWrittenAreZeros() {
        assertThat(array("zeros").fillValue()).isNull();
        assertThat(array("zeros").attributes()).containsEntry("_FillValue", 1.0);
        assertThat(array("zeros").chunks()).hasSize(1);
    }

    @Test
    void chunksThatWereNeverWrittenAndAreNeitherAreAdded() {
        assertThat(array("sevens").chunks()).hasSize(4);
        assertThat(array("sevens").chunks().get(3L))
                .isEqualTo(array("sevens").chunks().get(2L));
        assertThat(((Reference.Inline)
                                List.copyOf(array("sevens").chunks().values()).get(1))
                        .bytes())
                .startsWith(7, 0, 0, 0, 7, 0, 0, 0);
    }

    @Test
    void chunksThatAreAddedCountEachAsTheyAreWrittenEach() {
        assertThat(ofSevens(100).chunks()).hasSize(100);
        assertThatThrownBy(() -> ofSevens(100_000))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE))
                .hasMessageContaining("'group/sevens'");
    }

    /** An array of so many chunks of 4000 bytes that were never written. */
    private static ReferencedArray ofSevens(double chunks) {
        return ofSevens(chunks, List.of());
    }

    private static ReferencedArray ofSevens(double chunks, List<Filter> filters) {
        long length = Math.round(1000 * chunks);
        Variable variable = new Variable(
                "sevens",
                new ElementType(ElementType.Kind.SIGNED, 4, ByteOrder.LITTLE_ENDIAN, "int"),
                List.of(new Dimension("x", length, false)),
                List.of(),
                new Storage(List.of(length), List.of(1000L), List.of(), filters, null, false),
                new FillValue(new byte[] {7, 0, 0, 0}, false));
        Group group = new Group("", List.of(), List.of(), List.of(variable), List.of(), List.of());
        BufferedBytes nothing = new BufferedBytes(SampleSets.file(new byte[0]));
        return new ArrayReferences(nothing, new InlineBudget(), new ArrayList<>())
                .of(variable, "group/", new InlineRule(group, false));
    }

    @Test
    void aChunkThatIsLargerThanItsArrayKeepsItsShape() {
        ReferencedArray array = ofSevens(0.3);
        assertThat(array.shape()).containsExactly(300L);
        assertThat(array.chunkShape()).containsExactly(1000L);
        assertThat(first(array)).hasSize(4000);
    }

    @Test
    void chunksThatAreAddedAreInTheFormOfTheFilter() {
        byte[] zstd = first(ofSevens(1, List.of(new Filter(Filter.ZSTD, "", List.of(3L)))));
        assertThat(zstd).startsWith(0x28, 0xB5, 0x2F, 0xFD, 0xA0).hasSize(4000 + 12);
        byte[] blosc =
                first(ofSevens(1, List.of(new Filter(Filter.BLOSC, "", List.of(2L, 2L, 4L, 4000L, 5L, 1L, 0L)))));
        assertThat(blosc).startsWith(2, 1, 2, 1).hasSize(4000 + 16);
        assertThatThrownBy(() -> ofSevens(1, List.of(new Filter(Filter.BZIP2, "", List.of(9L)))))
                .hasMessageContaining("'group/sevens'")
                .hasMessageContaining("bzip2");
    }

    private static byte[] first(ReferencedArray array) {
        return ((Reference.Inline) Objects.requireNonNull(array.chunks().get(0L))).bytes();
    }

    @Test
    void aFillThatIsNoNumberIsAText() {
        assertThat(array("nan").fillValue()).isEqualTo("NaN");
    }

    @Test
    void whatIsLeftUndefinedIsMissingAndNoted() {
        assertThat(array("undefined").fillValue()).isEqualTo(3.0);
        assertThat(array("undefined").chunks()).hasSize(1);
        assertThat(set.notes()).anyMatch(note -> note.contains("'undefined'") && note.contains("NOFILL"));
    }

    @Test
    void metadataHasAKeyForEachArrayAndItsAxes() {
        Map<String, Object> metadata = ZarrMetadata.of(set);
        assertThat(metadata).containsKeys(".zgroup", ".zattrs", "plain/.zarray", "plain/.zattrs");
    }
}
