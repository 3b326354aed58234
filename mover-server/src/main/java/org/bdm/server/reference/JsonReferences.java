package org.bdm.server.reference;

import java.io.OutputStream;
import java.util.Base64;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes a set as JSON that fsspec and kerchunk read, piece by piece:
 *
 * <pre>{@code
 * {"version":1,
 *  "templates":{"u":"https://node/thredds/fileServer/data/tas/"},
 *  "refs":{".zgroup":"{..}", "tas/.zarray":"{..}", "tas/.zattrs":"{..}", "tas/0.0.0":["{{u}}tas_1850.nc",12345,6789], "time/0":"base64:.."},
 *  "bdm":{"files":[{"address":"..","size":1,"modified":"..","sha256":".."}],"notes":[]}}
 * }</pre>
 */
public final class JsonReferences {
    // As Python reads and writes them: attributes may be NaN, and a set of references is read by Python alone.
    private static final JsonMapper JSON =
            JsonMapper.builder().disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS).build();

    private JsonReferences() {}

    /** Writes the set, and flushes; an error of the stream comes as one of Jackson's. */
    public static void write(ReferenceSet set, OutputStream out) {
        AddressTemplate template = AddressTemplate.of(set.files());
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartObject();
            json.writeNumberProperty("version", 1);
            if (!template.prefix().isEmpty()) {
                json.writeObjectPropertyStart("templates");
                json.writeStringProperty(AddressTemplate.NAME, template.prefix());
                json.writeEndObject();
            }
            json.writeObjectPropertyStart("refs");
            metadata(set, json);
            for (ReferencedArray array : set.arrays()) chunks(array, template, json);
            json.writeEndObject();
            json.writeName(SetDescription.FIELD);
            json.writePOJO(SetDescription.of(set));
            json.writeEndObject();
        }
    }

    static byte[] bytes(Object value) {
        return JSON.writeValueAsBytes(value);
    }

    private static void metadata(ReferenceSet set, JsonGenerator json) {
        Map<String, Object> metadata = ZarrMetadata.of(set);
        metadata.forEach((key, value) -> json.writeStringProperty(key, JSON.writeValueAsString(value)));
        Map<String, Object> consolidated = Map.of("zarr_consolidated_format", 1, "metadata", metadata);
        json.writeStringProperty(".zmetadata", JSON.writeValueAsString(consolidated));
    }

    private static void chunks(ReferencedArray array, AddressTemplate template, JsonGenerator json) {
        array.chunks().forEach((index, reference) -> {
            String key = ZarrMetadata.key(array, index);
            if (reference instanceof Reference.Inline inline) {
                json.writeStringProperty(key, "base64:" + Base64.getEncoder().encodeToString(inline.bytes()));
            } else if (reference instanceof Reference.Part part) {
                json.writeArrayPropertyStart(key);
                json.writeString(template.address(part.file()));
                json.writeNumber(part.offset());
                json.writeNumber(part.bytes());
                json.writeEndArray();
            }
        });
    }
}
