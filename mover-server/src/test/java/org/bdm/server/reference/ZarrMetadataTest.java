package org.bdm.server.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import org.bdm.core.netcdf.ElementType;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ZarrMetadataTest {
    private static ReferencedArray array(String path) {
        ZarrType type = ZarrType.of(new ElementType(ElementType.Kind.FLOAT, 4, ByteOrder.LITTLE_ENDIAN, "float"), path);
        return new ReferencedArray(
                path, type, List.of("x"), List.of(2L), List.of(2L), List.of(), null, Map.of(), Map.of(), null);
    }

    @Test
    void eachGroupAndTheWholeSetHaveMetadata() {
        ReferenceSet set = new ReferenceSet(
                List.of(),
                List.of(new ReferencedGroup("", Map.of()), new ReferencedGroup("g", Map.of("a", 1L))),
                List.of(array("g/v")),
                List.of());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonReferences.write(set, out);
        JsonNode refs = JsonMapper.shared().readTree(out.toByteArray()).path("refs");
        assertThat(refs.path("g/.zgroup").asString()).contains("\"zarr_format\":2");
        JsonNode whole = JsonMapper.shared().readTree(refs.path(".zmetadata").asString());
        assertThat(whole.path("metadata").propertyNames())
                .containsExactly(".zgroup", ".zattrs", "g/.zgroup", "g/.zattrs", "g/v/.zarray", "g/v/.zattrs");
    }

    /** zarr-python 3 loses arrays of groups that take turns, whatever JSON says of the order of keys. */
    @Test
    void whatAGroupContainsFollowsOneAnother() {
        List<ReferencedGroup> groups = List.of(
                new ReferencedGroup("", Map.of()),
                new ReferencedGroup("a b", Map.of()),
                new ReferencedGroup("a b/g", Map.of()),
                new ReferencedGroup("c", Map.of()),
                new ReferencedGroup("c/g", Map.of()));
        List<ReferencedArray> arrays = List.of(array("v"), array("a b/v"), array("c/v"), array("a b/g/w"));
        assertThat(ZarrMetadata.of(new ReferenceSet(List.of(), groups, arrays, List.of()))
                        .keySet())
                .filteredOn(key -> key.endsWith(".zgroup") || key.endsWith(".zarray"))
                .containsExactly(
                        ".zgroup",
                        "a b/.zgroup",
                        "a b/g/.zgroup",
                        "a b/g/w/.zarray",
                        "a b/v/.zarray",
                        "c/.zgroup",
                        "c/g/.zgroup",
                        "c/v/.zarray",
                        "v/.zarray");
    }
}
