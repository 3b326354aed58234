package org.bdm.server.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
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
    void aFillThatIsNoNumberIsAText() {
        assertThat(array("nan").fillValue()).isEqualTo("NaN");
    }

    @Test
    void aVariableThatIsLeftUndefinedIsNotedAndNotInvented() {
        assertThat(array("undefined").chunks()).hasSize(1);
        assertThat(set.notes()).anyMatch(note -> note.contains("'undefined'") && note.contains("NOFILL"));
    }

    @Test
    void metadataHasAKeyForEachArrayAndItsAxes() {
        Map<String, Object> metadata = ZarrMetadata.of(set);
        assertThat(metadata).containsKeys(".zgroup", ".zattrs", "plain/.zarray", "plain/.zattrs");
    }
}
