package org.bdm.server.discovery.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.server.discovery.index.ClaimedStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogEventsTest {
    private static final String ITEM =
            "{'id':'P.a.b.v1','collection':'P','properties':{'latest':true},'assets':{'x.nc':{"
                    + "'href':'https://one.example.org/x.nc','type':'application/netcdf','alternate:name':'one.example.org',"
                    + "'file:size':5}}}";

    private final List<CatalogEvent> events = new ArrayList<>();
    private final List<UnreadableEvent> refused = new ArrayList<>();

    private long read(String text) throws IOException {
        return new CatalogEvents("stream", events::add, refused::add)
                .read(new ByteArrayInputStream(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    private static String event(String payload) {
        return "{'metadata':{'time':'2026-07-19T08:14:12.057860'},'data':{'type':'STAC','payload':{" + payload + "}}}";
    }

    private static String patch(String patch) {
        return event("'method':'PATCH','collection_id':'P','item_id':'P.a.b.v1','patch':" + patch);
    }

    @Test
    void aNewItemIsToldWithItsClaims() throws IOException {
        assertThat(read(event("'method':'POST','collection_id':'P','item':" + ITEM)))
                .isEqualTo(1);

        assertThat(refused).isEmpty();
        assertThat(events).singleElement().isInstanceOfSatisfying(CatalogEvent.Published.class, published -> {
            assertThat(published.instanceId()).isEqualTo("P.a.b.v1");
            assertThat(published.at()).contains(Instant.parse("2026-07-19T08:14:12.057860Z"));
            assertThat(published.claims()).hasSize(2);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{'op':'add','path':'/assets/x.nc/alternate/two.example.org','value':{'href':'https://two.example.org/x.nc'}},"
                        + "{'op':'replace','path':'/properties/updated','value':'2026-01-01T00:00:00Z'}]",
                "{'operations':[{'op':'add','path':'/assets/x.nc/alternate/two.example.org',"
                        + "'value':{'href':'https://two.example.org/x.nc'}}]}",
                "{'assets':{'x.nc':{'alternate':{'two.example.org':{'href':'https://two.example.org/x.nc'}}}}}",
                "[{'op':'add','path':'/assets/x.nc/alternate','value':{'two.example.org':{'href':'https://two.example.org/x.nc'}}}]"
            })
    void aCopyThatIsAddedIsToldInEverySpelling(String patch) throws IOException {
        read(patch(patch));

        assertThat(refused).isEmpty();
        assertThat(events).singleElement().isInstanceOfSatisfying(CatalogEvent.ReplicaAdded.class, added -> {
            assertThat(added.dataNode()).isEqualTo("two.example.org");
            assertThat(added.copies()).singleElement().satisfies(copy -> {
                assertThat(copy.fileName()).isEqualTo("x.nc");
                assertThat(copy.locations().get(0).address()).isEqualTo("https://two.example.org/x.nc");
            });
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{'op':'replace','path':'/properties/latest','value':false},"
                        + "{'op':'replace','path':'/properties/retracted','value':true},"
                        + "{'op':'replace','path':'/assets','value':{}}]",
                "{'properties':{'latest':'False','retracted':'True'},'assets':{}}"
            })
    void aRetractionIsToldInEverySpelling(String patch) throws IOException {
        read(patch(patch));

        assertThat(events)
                .containsExactly(
                        new CatalogEvent.Retracted("P.a.b.v1", events.get(0).at()),
                        new CatalogEvent.StatusChanged(
                                "P.a.b.v1",
                                events.get(0).at(),
                                new ClaimedStatus(
                                        Optional.empty(), Optional.of(false), Optional.empty(), Optional.empty())));
    }

    @Test
    void olderEventsHaveAnItemInAPatchAndHideSoftly() throws IOException {
        read(event("'method':'PATCH','item_id':'P.a.b.v1','item':{'hidden':true}") + "\n"
                + event("'method':'PATCH','item':{'id':'P.a.b.v1','hidden':true}") + "\n"
                + event("'method':'PUT','item_id':'P.a.b.v1','item':" + ITEM));

        assertThat(refused).isEmpty();
        assertThat(events.get(0)).isInstanceOf(CatalogEvent.Hidden.class);
        assertThat(events.get(1)).isInstanceOf(CatalogEvent.Hidden.class);
        assertThat(events.get(2)).isInstanceOf(CatalogEvent.Published.class);
    }

    @Test
    void removedCopiesAndOtherChangesAreTold() throws IOException {
        read(patch("[{'op':'remove','path':'/assets/x~1y.nc/alternate/two.example.org'},"
                + "{'op':'replace','path':'/properties/title','value':'t'}]"));

        assertThat(events.get(0))
                .isEqualTo(new CatalogEvent.ReplicaRemoved(
                        "P.a.b.v1", events.get(0).at(), "two.example.org", List.of("x/y.nc")));
        assertThat(events.get(1))
                .isInstanceOfSatisfying(
                        CatalogEvent.Changed.class,
                        changed -> assertThat(changed.places()).containsExactly("/properties/title"));
    }

    @Test
    void unreadableMessagesAreToldWithTheirLineAndDoNotEndTheStream() throws IOException {
        String good = event("'method':'POST','item':" + ITEM);
        long messages = read(String.join(
                "\n",
                good,
                "",
                "{'data'",
                "42",
                event("'method':'POST'"),
                event("'method':'FLY','item':{}"),
                patch("[{'op':'move','path':'/a','from':'/b'}]"),
                patch("{}"),
                event("'method':'PATCH','patch':{'hidden':true}"),
                "{}",
                good + " x",
                good));

        assertThat(messages).isEqualTo(11);
        assertThat(events).hasSize(2);
        assertThat(refused.stream().map(UnreadableEvent::line)).containsExactly(3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L);
        assertThat(refused).allMatch(one -> !one.reason().isBlank());
    }

    @Test
    void aFileCanBeOneDocumentAndADumpOfATopic() throws IOException {
        String good =
                event("'method':'POST','item':" + ITEM).replace(",", ",\n").replaceFirst("\\{", "{\n");
        assertThat(read(good)).isEqualTo(1);
        assertThat(read("[{'topic':'t','value':" + good + "},{'message':" + good + "},7]"))
                .isEqualTo(3);
        assertThat(events).hasSize(3);
        assertThat(refused).containsExactly(new UnreadableEvent(3, "a message is no JSON object"));
    }

    @Test
    void itemsInTheWrappingOfTheFirstDraftsAreFound() throws IOException {
        read(event("'method':'POST','item':{'project':{'P':{'institution_id':{'I':[" + ITEM + "]}}}}"));

        assertThat(events).hasSize(1);
    }
}
