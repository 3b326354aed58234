package org.bdm.server.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ParquetReferencesTest {
    private final ReferenceSet set = SampleSets.combined("1.nc", "2.nc");
    private final ParquetReferences references = new ParquetReferences(set);

    @Test
    void metadataSaysHowManyChunksAFileHasAndNamesTheFiles() {
        JsonNode metadata =
                JsonMapper.shared().readTree(references.part(".zmetadata").orElseThrow());
        assertThat(metadata.path("record_size").asInt()).isEqualTo(10_000);
        assertThat(metadata.path("metadata")
                        .path("tas/.zarray")
                        .path("shape")
                        .get(0)
                        .asInt())
                .isEqualTo(4);
        JsonNode description =
                JsonMapper.shared().readTree(references.part("bdm.json").orElseThrow());
        assertThat(description.path("files")).hasSize(2);
    }

    @Test
    void eachArrayHasAFileOfItsChunksAndNoOther() {
        assertThat(references.names()).contains(".zmetadata", "tas/refs.0.parq", "time/refs.0.parq");
        assertThat(references.part("tas/refs.1.parq")).isEmpty();
        assertThat(references.part("no/refs.0.parq")).isEmpty();
    }

    @Test
    void whatReadersOfParquetFailOnIsRefused() {
        ReferenceSet sparse = SampleSets.set("fills.h5", FileReferences.several());
        assertThatThrownBy(() -> new ParquetReferences(sparse)).hasMessageContaining("never written", "json");
    }

    /** Golden bytes: fastparquet and pyarrow read them as path, offset, size and raw when the test was written. */
    @Test
    void aFooterIsThriftOfTheFormat() {
        ReferencePage page = new ReferencePage();
        page.part("a", 1, 2);
        page.inline(new byte[] {9});
        byte[] file = page.file();
        assertThat(Arrays.copyOf(file, 4)).isEqualTo("PAR1".getBytes(StandardCharsets.US_ASCII));
        int length = ByteBuffer.wrap(file, file.length - 8, 4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt();
        String footer = HexFormat.of().formatHex(file, file.length - 8 - length, file.length - 8);
        assertThat(footer)
                .startsWith("15021" + "95c" + "4806736368656d61150800" + "150c2502180470617468250000"
                        + "1504250018066f666673657400" + "15042500180473697a6500" + "150c250218037261770016041");
    }
}
