package org.bdm.server.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The choice between references, values held in the set, and refusals. */
class ChoiceTest {
    private final ReferenceSet set = SampleSets.set("choices.h5", FileReferences.several());

    private ReferencedArray array(String name) {
        return SampleSets.array(set, name);
    }

    @Test
    void filtersBecomeCodecsInTheOrderOfTheFile() {
        assertThat(array("filtered").codecs())
                .extracting(codec -> codec.get("id"))
                .containsExactly("shuffle", "zlib", "fletcher32");
        assertThat(array("filtered").codecs().get(0)).containsEntry("elementsize", 4L);
    }

    @Test
    void aChunkThatSkippedAFilterIsHeldWithAllOfThem() {
        Map<Long, Reference> chunks = array("masked").chunks();
        assertThat(chunks.get(0L)).isInstanceOf(Reference.Part.class);
        assertThat(chunks.get(1L)).isInstanceOf(Reference.Inline.class);
        assertThat(chunks.get(2L)).isInstanceOf(Reference.Inline.class);
    }

    @Test
    void aCompactVariableAndScalarsAndTextsAreHeld() {
        assertThat(array("compact").isInline()).isTrue();
        assertThat(ZarrMetadata.key(array("scalar"), 0)).isEqualTo("scalar/0");
        assertThat(array("texts").type().dtype()).isEqualTo("|O");
        assertThat(array("texts").codecs()).isEqualTo(List.of(Map.of("id", "vlen-utf8")));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "refused-lzf.h5, 'v' is compressed with the filter lzf",
                "refused-compound.h5, 'v' cannot be referenced: its type is compound",
                "refused-undefined.h5, 'v' has values that were never written",
                "refused-link.h5, 'soft' is a symbolic link"
            })
    void whatCannotBeReferencedRefusesTheSetByName(String file, String why) {
        assertThatThrownBy(() -> SampleSets.set(file, FileReferences.alone()))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
                .hasMessageContaining(why);
    }
}
