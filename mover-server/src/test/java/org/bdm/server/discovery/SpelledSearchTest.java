package org.bdm.server.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.dataset.draft.DraftEntries;
import org.bdm.server.dataset.draft.DraftWishes;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.Federation.Depth;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.ImportedEntry;
import org.bdm.server.interchange.read.ListReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An index is asked for the facets that the records of a project have. */
class SpelledSearchTest {
    private static final String NAME = "cmip5.output1.INM.inmcm4.historical.%s.atmos.Amon.r1i1p1";

    private FakeIndex fake;

    @BeforeEach
    void start() throws IOException {
        fake = FakeIndex.start(0).with(record("mon"), record("day"));
    }

    @AfterEach
    void stop() {
        fake.close();
    }

    private static String record(String frequency) {
        String name = NAME.formatted(frequency);
        return "{'id':'" + name + ".v1|n.example','type':'Dataset','instance_id':'" + name + ".v1','master_id':'" + name
                + "','version':'1','data_node':'n.example','latest':true,'retracted':false,'project':['CMIP5'],'time_frequency':['"
                + frequency + "'],'model':['INM-CM4']}";
    }

    private List<String> found(Selection selection) {
        Asked asked =
                Asked.of(selection, Depth.DATASETS, EsgSearchIndexTest.settings("north", fake.address(), 10, 100));
        return asked.datasets.stream().map(ClaimedDataset::instanceId).toList();
    }

    @Test
    void facetsOfCmip5AreFoundUnderTheirNewNamesToo() {
        assertThat(found(Asked.facets(Map.of(
                        "project", List.of("CMIP5"), "frequency", List.of("mon"), "source_id", List.of("INM-CM4")))))
                .containsExactly(NAME.formatted("mon") + ".v1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "project=CMIP5\nvariable[*][mon]=*\n",
                "project=CMIP5\nfrequency=mon\n",
                "project=CMIP5\nfrequency!=day\n",
                "variable[*][mon]=*\nmodel=INM-CM4\n",
                "project=CMIP5 CMIP6\nfrequency=mon\n"
            })
    void selectionsOfSyndaFindTheFrequencyOfCmip5(String list) throws IOException {
        List<ImportedEntry> entries = new ArrayList<>();
        new ListReader().read(new ByteArrayInputStream(list.getBytes(StandardCharsets.UTF_8)), new EntryReceiver() {
            @Override
            public void entry(long line, ImportedEntry entry) {
                entries.add(entry);
            }

            @Override
            public void refused(long line, String reason) {
                throw new AssertionError(reason);
            }

            @Override
            public void warned(long line, String text) {
                // two queries for one frequency
            }
        });
        DraftWishes wishes = new DraftWishes(DraftEntries.of(entries), Endpoint.parse("bdm://here/shared/x"));
        Set<String> found = new TreeSet<>();
        for (Selection query : wishes.read(item -> {}).queries()) found.addAll(found(query));
        assertThat(found).containsExactly(NAME.formatted("mon") + ".v1");
    }

    @Test
    void anExclusionUnderTheOtherNameExcludesEvenIfTheProjectIsNotNamed() {
        for (Map<String, List<String>> facets :
                List.of(Map.of("project", List.of("CMIP5")), Map.of("model", List.of("INM-CM4")))) {
            Selection plain = Asked.facets(facets);
            Selection selection = new Selection(
                    plain.facets(),
                    Map.of("frequency", List.of("day")),
                    List.of(),
                    Optional.empty(),
                    plain.latest(),
                    Optional.empty(),
                    plain.retracted(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
            assertThat(found(selection)).containsExactly(NAME.formatted("mon") + ".v1");
        }
    }
}
