package org.bdm.server.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.dataset.replica.AsOf;
import org.bdm.server.dataset.replica.DatasetResolver;
import org.bdm.server.dataset.replica.DatasetResolver.Keeping;
import org.bdm.server.dataset.replica.DatasetWishes;
import org.bdm.server.dataset.replica.Resolved;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.drs.VersionDay;
import org.bdm.server.holding.survey.HeldTree;
import org.bdm.server.testkit.FakeStac;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Of each dataset the version that was the newest on a day, whatever became of it. */
@Tag("S6")
class VersionsOfADayTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-01T12:00:00Z"), ZoneOffset.UTC);
    private static final String NAME = "CMIP6.CMIP.IPSL.M1.historical.r1i1p1f1.Amon.tas.gr";
    private static final Selection ALL = Selection.ofFacets(Map.of("source_id", List.of("M1")));

    @TempDir
    Path home;

    private HeldTree tree;
    private FakeIndex solr;
    private FakeStac stac;
    private final List<ReplicaSet> given = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        tree = new HeldTree(home);
        solr = FakeIndex.start(0);
        stac = FakeStac.start(0);
    }

    @AfterEach
    void stop() {
        solr.close();
        stac.close();
        tree.close();
    }

    private void publish(IndexKind kind, String version, String latest, String retracted) {
        publish(kind, NAME, version, latest, retracted);
    }

    private void publish(IndexKind kind, String name, String version, String latest, String retracted) {
        String flags = "'latest':" + latest + ",'retracted':" + retracted;
        if (kind == IndexKind.STAC) {
            stac.with("{'type':'Feature','id':'" + name + ".v" + version + "','collection':'CMIP6','properties':{"
                    + "'cmip6:source_id':'M1','base_id':'" + name + "'," + flags + "},'assets':{'a.nc':{'href':"
                    + "'https://one.example.org/a.nc','type':'application/netcdf','alternate:name':'one.example.org',"
                    + "'file:size':7}}}");
            return;
        }
        String id = name + ".v" + version + "|one.example.org";
        solr.with(
                "{'id':'" + id + "','type':'Dataset','instance_id':'" + name + ".v" + version + "','master_id':'" + name
                        + "','version':'" + version
                        + "','data_node':'one.example.org','source_id':['M1'],'project':['CMIP6'],"
                        + flags + "}",
                "{'id':'" + name + ".v" + version + ".a.nc|one.example.org','type':'File','dataset_id':'" + id
                        + "','title':'a.nc','size':7,'data_node':'one.example.org','source_id':['M1'],'project':['CMIP6'],"
                        + "'url':['http://one.example.org/a.nc|application/netcdf|HTTPServer']," + flags + "}");
    }

    private void publishThree(IndexKind kind) {
        publish(kind, "20190101", "false", "false");
        publish(kind, "20200101", "false", "false");
        publish(kind, "20220101", "true", "false");
    }

    private IndexSettings settings(IndexKind kind) {
        IndexSettings like = EsgSearchIndexTest.settings("north", solr.address(), 100, 1_000);
        if (kind == IndexKind.ESG_SEARCH) return like;
        return new IndexSettings(
                "stac",
                kind,
                stac.address(),
                "",
                1_000,
                like.connectTimeout(),
                Duration.ofSeconds(30),
                List.of(),
                true,
                100,
                1_000,
                16 << 20,
                Duration.ZERO,
                Optional.empty());
    }

    private DatasetResolver resolver(IndexKind kind) {
        return new DatasetResolver(
                ConfiguredFederation.of(List.of(settings(kind)), new AddressGuard(List.of()), CLOCK), tree.catalog);
    }

    private static DatasetWishes named(String day, String... names) {
        return new DatasetWishes(List.of(names), List.of(), Optional.of(new AsOf(LocalDate.parse(day))));
    }

    private static DatasetWishes found(String day) {
        return new DatasetWishes(List.of(), List.of(ALL), Optional.of(new AsOf(LocalDate.parse(day))));
    }

    private Resolved resolve(IndexKind kind, DatasetWishes wishes) {
        given.clear();
        Resolved resolved = resolver(kind).resolve(wishes, Keeping.STORED, given::add);
        assertThat(resolved.warnings()).isEmpty();
        return resolved;
    }

    private List<String> versions() {
        return given.stream()
                .map(set -> set.instanceId().substring(set.instanceId().lastIndexOf(".v")))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(
            value = IndexKind.class,
            names = {"ESG_SEARCH", "STAC"})
    void ofThreeVersionsTheNewestOfTheDayIsTaken(IndexKind kind) {
        publishThree(kind);
        resolve(kind, found("2021-01-01"));
        assertThat(versions()).containsExactly(".v20200101");
        assertThat(given.get(0).variants().get(0).files()).hasSize(1);
        assertThat(given.get(0).latest()).as("a newer one is there").isFalse();
        resolve(kind, named("2021-01-01", NAME));
        assertThat(versions()).containsExactly(".v20200101");
        resolve(kind, named("2020-01-01", NAME));
        assertThat(versions()).as("on its day").containsExactly(".v20200101");
        resolve(kind, named("2019-12-31", NAME));
        assertThat(versions()).as("the day before").containsExactly(".v20190101");
        resolve(kind, found("2026-11-01"));
        assertThat(versions()).containsExactly(".v20220101");
        assertThat(given.get(0).latest()).isTrue();
        assertThat(solr.asked()).noneMatch(question -> question.contains("max_version"));
    }

    @ParameterizedTest
    @EnumSource(
            value = IndexKind.class,
            names = {"ESG_SEARCH", "STAC"})
    void aVersionThatWasWithdrawnSinceIsLeftOutAndNoOlderOneTakesItsPlace(IndexKind kind) {
        publish(kind, "20190101", "false", "false");
        publish(kind, "20200101", "false", "true");
        publish(kind, "20220101", "true", "false");
        for (DatasetWishes wishes : List.of(found("2021-01-01"), named("2021-01-01", NAME))) {
            Resolved resolved = resolve(kind, wishes);
            assertThat(versions()).isEmpty();
            assertThat(resolved.leftOut()).containsExactly(NAME + ".v20200101: an index says that it was withdrawn");
        }
    }

    @Test
    void minutesInVersionsAreHeededAndLongerNumbersAreNotLaterDays() {
        publish(IndexKind.ESG_SEARCH, "202001011200", "false", "false");
        publish(IndexKind.ESG_SEARCH, "20200101", "false", "false");
        publish(IndexKind.ESG_SEARCH, "20200601", "false", "false");
        publish(IndexKind.ESG_SEARCH, "20220101083000", "true", "false");
        resolve(IndexKind.ESG_SEARCH, named("2020-01-01", NAME));
        assertThat(versions()).containsExactly(".v202001011200");
        resolve(IndexKind.ESG_SEARCH, named("2021-01-01", NAME));
        assertThat(versions()).containsExactly(".v20200601");
        resolve(IndexKind.ESG_SEARCH, named("2022-01-01", NAME));
        assertThat(versions()).containsExactly(".v20220101083000");
    }

    @Test
    void aDatasetWithoutADateAndOneOfLaterAreToldApart() {
        publish(IndexKind.ESG_SEARCH, "20220101", "true", "false");
        publish(IndexKind.ESG_SEARCH, NAME.replace("tas", "pr"), "1", "false", "false");
        publish(IndexKind.ESG_SEARCH, NAME.replace("tas", "pr"), "20220101", "true", "false");
        Resolved queried = resolve(IndexKind.ESG_SEARCH, found("2021-01-01"));
        assertThat(versions()).isEmpty();
        assertThat(queried.unknown()).containsExactly(NAME.replace("tas", "pr"));
        assertThat(queried.reason(NAME.replace("tas", "pr")).orElse("")).contains("its version v1 bears none");
        assertThat(queried.leftOut())
                .containsExactly(NAME + ": it was not published by 2021-01-01: its oldest known version is v20220101");
        Resolved byName = resolve(IndexKind.ESG_SEARCH, named("2021-01-01", NAME, "CMIP6.not.there"));
        assertThat(byName.unknown()).containsExactly(NAME, "CMIP6.not.there");
        assertThat(byName.reason(NAME).orElse("")).contains("not published by 2021-01-01");
        assertThat(byName.reason("CMIP6.not.there")).isEmpty();
    }

    @Test
    void offlineTheStoredVersionsAreChosenAmong() {
        publishThree(IndexKind.STAC);
        DatasetWishes everything = new DatasetWishes(List.of(), List.of(ALL.ofAnyVersion()));
        resolver(IndexKind.STAC).resolve(everything, Keeping.STORED, set -> {});
        resolver(IndexKind.STAC).stored(named("2021-01-01", NAME), given::add);
        assertThat(versions()).containsExactly(".v20200101");
        Resolved early = resolver(IndexKind.STAC).stored(named("2018-01-01", NAME), given::add);
        assertThat(early.unknown()).containsExactly(NAME);
        assertThat(early.reason(NAME).orElse("")).contains("v20190101");
    }

    @ParameterizedTest
    @CsvSource({
        "20191207,2019-12-07",
        "v20191207,2019-12-07",
        "2019120712,2019-12-07",
        "201912071230,2019-12-07",
        "20191207123059,2019-12-07"
    })
    void versionsThatBearADay(String version, LocalDate day) {
        assertThat(VersionDay.of(version)).contains(day);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "1", "v2", "201912", "2019120", "20190230", "20191301", "1577836800", "201912071", "10000101"
            })
    void versionsThatBearNone(String version) {
        assertThat(VersionDay.of(version)).isEmpty();
    }
}
