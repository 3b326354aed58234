package org.bdm.server.interchange.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bdm.server.discovery.event.CatalogEvent;
import org.bdm.server.discovery.event.CatalogEvents;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.ListedFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message of the event stream is the same list for an import as for {@code dataset events}. */
class EventListsTest {
    private static final String ID = "CMIP6.DCPP.MADE.M1.dcppA-hindcast.s1960-r1i1p1f2.day.huss.gn";
    private static final String SHA = "ab".repeat(32);
    /** As in production: no type of an asset says that it is NetCDF. */
    private static final String ITEM = "{\"id\":\"" + ID + ".v20200417\",\"collection\":\"CMIP6\",\"properties\":{},"
            + "\"assets\":{\"huss_1.nc\":{\"href\":\"https://n.example/x/huss_1.nc\",\"roles\":[\"data\"],\"file:size\":24262076,"
            + "\"file:checksum\":\"1220" + SHA
            + "\",\"alternate:name\":\"n.example\",\"alternate\":{\"m.example\":{\"href\":"
            + "\"https://m.example/huss_1.nc\"}}}}}";

    private static final String PAYLOAD = "{\"collection_id\":\"CMIP6\",\"method\":\"POST\",\"item\":" + ITEM + "}";
    private static final String MESSAGE =
            "{\"metadata\":{\"time\":\"2026-07-19T08:14:12\"},\"data\":{\"type\":\"STAC\",\"payload\":" + PAYLOAD
                    + "}}";

    private static List<CatalogEvent> events(String text) throws IOException {
        List<CatalogEvent> events = new ArrayList<>();
        CatalogEvents reader = new CatalogEvents("events", events::add, unreadable -> {});
        reader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        return events;
    }

    private static String quoted(String json) {
        return "\"" + json.replace("\"", "\\\"") + "\"";
    }

    @Test
    void aMessageIsReadInEveryWrappingThatDatasetEventsReads() throws IOException {
        for (String message : List.of(
                ITEM,
                PAYLOAD,
                MESSAGE,
                "{\"message\":" + MESSAGE + "}",
                "{\"value\":" + MESSAGE + "}",
                "{\"value\":" + quoted(MESSAGE) + "}",
                "{\"data\":{\"payload\":{\"method\":\"PUT\",\"item\":{\"CMIP6\":{\"MADE\":" + ITEM + "}}}}}",
                "[" + MESSAGE + "]")) {
            assertThat(events(message)).as(message).hasSize(1);
            Told told = Told.of(message);
            assertThat(told.refused).as(message).isEmpty();
            assertThat(told.entries).as(message).hasSize(1);
            ListedFile file = told.file(0);
            assertThat(file.path()).isEqualTo("huss_1.nc");
            assertThat(file.dataset()).isEqualTo(new DatasetName(ID, "20200417"));
            assertThat(file.sizeBytes()).isEqualTo(24262076);
            assertThat(file.digests().get(0).hex()).isEqualTo(SHA);
            assertThat(file.urls())
                    .extracting(Object::toString)
                    .containsExactly("https://n.example/x/huss_1.nc", "https://m.example/huss_1.nc");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"method\":\"DELETE\",\"item_id\":\"a.b.c.d.v1\"}",
                "{\"method\":\"PATCH\",\"item_id\":\"a.b.c.d.v1\",\"patch\":[{\"op\":\"remove\",\"path\":\"/assets\"}]}",
                "{\"item\":{\"id\":\"a.b.c.d.v1\",\"assets\":{},\"properties\":{\"hidden\":true}}}"
            })
    void aMessageThatPublishesNothingIsRefusedWithItsReason(String message) {
        Told told = Told.of(message);
        assertThat(told.entries).isEmpty();
        assertThat(told.refused).hasSize(1);
    }

    @Test
    void anItemThatIsWithdrawnIsNotTakenThoughTheMessageHoldsIt() {
        Told told = Told.of(PAYLOAD.replace("POST", "DELETE"));
        assertThat(told.entries).isEmpty();
        assertThat(told.refused).singleElement().asString().contains("publishes nothing");
    }
}
