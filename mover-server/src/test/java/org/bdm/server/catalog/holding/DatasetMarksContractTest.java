package org.bdm.server.catalog.holding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.sha256;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.dataset.ReplicaClaim;
import org.bdm.server.catalog.dataset.ReplicaCopy;
import org.bdm.server.catalog.dataset.ReplicaDigest;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaNode;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.dataset.ReplicaVariant;
import org.bdm.server.catalog.job.Event;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class DatasetMarksContractTest {
    private static final ExportName IN = new ExportName("in");
    private static final String MASTER = "CMIP6.CMIP.X.M.historical.r1i1p1f1.Amon.tas.gn";
    private static final String OLD = MASTER + ".v20190101";
    private static final String NEW = MASTER + ".v20200101";
    private static final Instant KNOWN = Instant.parse("2026-11-20T10:00:00.123Z");

    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        HoldingSideTablesCheck.of(open);
        open.close();
    }

    private void hold(String dataset, String name, HoldingState state) {
        List<HoldingDigest> digests = state == HoldingState.VERIFIED
                ? List.of(new HoldingDigest(sha256(name), DigestOrigin.PUBLISHED, KNOWN))
                : List.of();
        StorePath path = StorePath.ofUtf8(dataset + "/" + name);
        open.catalog
                .holdings()
                .put(List.of(new Holding(IN, path, dataset, 10, KNOWN, state, KNOWN, digests, 0, null, null)))
                .join();
    }

    private Holding holding(String dataset, String name) {
        StorePath path = StorePath.ofUtf8(dataset + "/" + name);
        return open.catalog.holdings().find(IN, List.of(path)).get(path);
    }

    private HoldingState state(String dataset, String name) {
        return holding(dataset, name).state();
    }

    private Optional<DatasetMark> mark(String dataset) {
        return Optional.ofNullable(open.catalog
                .marks()
                .find(List.of(dataset.toUpperCase(Locale.ROOT)))
                .get(dataset.toLowerCase(Locale.ROOT)));
    }

    private static ReplicaClaim claim(String index, boolean isRetracted, boolean isDeprecated) {
        return new ReplicaClaim(
                "a.org",
                index,
                Optional.empty(),
                Optional.empty(),
                Optional.of(isRetracted),
                Optional.of(isDeprecated),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private void publish(String dataset, boolean isRetracted, boolean isDeprecated, String... names) {
        List<ReplicaFile> files = Stream.of(names)
                .map(name -> new ReplicaFile(
                        name,
                        Optional.empty(),
                        OptionalLong.of(10),
                        List.of(new ReplicaDigest(sha256(name), 1)),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(new ReplicaCopy("a.org", Optional.empty(), true, Set.of(ChecksumAlgorithm.SHA256)))))
                .toList();
        ReplicaSet set = new ReplicaSet(
                dataset,
                "CMIP6",
                !isRetracted,
                isRetracted,
                isDeprecated,
                Optional.empty(),
                Optional.empty(),
                List.of(new ReplicaVariant(0, files)),
                List.of(new ReplicaNode("a.org", true, isRetracted, OptionalInt.of(0), names.length, 0)),
                List.of(claim("east", isRetracted, isDeprecated), claim("west", false, false)),
                List.of());
        open.catalog.replicaSets().put(set, Map.of()).join();
    }

    @Test
    void aWithdrawalMarksWhatIsHeldWithWhoSaysSoAndItsEndRestoresWhatWasKnown() {
        hold(OLD, "a.nc", HoldingState.VERIFIED);
        hold(OLD, "b.nc", HoldingState.UNVERIFIED);
        hold(OLD, "c.nc", HoldingState.DAMAGED);
        hold(MASTER + "x.v1", "a.nc", HoldingState.VERIFIED);
        Holding before = holding(OLD, "a.nc");
        publish(OLD, false, false, "a.nc");
        assertThat(mark(OLD)).isEmpty();

        open.clock.turn(Duration.ofDays(1));
        publish(OLD, true, false, "a.nc");
        open.reopen();
        assertThat(state(OLD, "a.nc")).isEqualTo(HoldingState.RETRACTED);
        assertThat(state(OLD, "b.nc")).isEqualTo(HoldingState.RETRACTED);
        assertThat(state(OLD, "c.nc")).as("says more").isEqualTo(HoldingState.DAMAGED);
        assertThat(state(MASTER + "x.v1", "a.nc")).isEqualTo(HoldingState.VERIFIED);
        assertThat(holding(OLD, "a.nc").digests()).isEqualTo(before.digests());
        DatasetMark mark = mark(OLD).orElseThrow();
        assertThat(mark.state()).isEqualTo(HoldingState.RETRACTED);
        assertThat(mark.reason()).isEqualTo("withdrawn, says east of a.org");
        assertThat(mark.since()).isEqualTo(KNOWN.plus(Duration.ofDays(1)));
        assertThat(open.catalog.holdings().ofDatasets(List.of(OLD)).get(OLD.toLowerCase(Locale.ROOT)))
                .extracting(HeldDataset::retracted)
                .isEqualTo(2);

        publish(OLD, false, false, "a.nc");
        assertThat(mark(OLD)).isEmpty();
        assertThat(state(OLD, "a.nc")).isEqualTo(HoldingState.VERIFIED);
        assertThat(state(OLD, "b.nc")).isEqualTo(HoldingState.UNVERIFIED);
        assertThat(state(OLD, "c.nc")).isEqualTo(HoldingState.DAMAGED);
        assertThat(open.catalog.events().after(null, 0, 10))
                .extracting(Event::code)
                .containsExactly("DATASET_RETRACTED", "DATASET_MARK_LIFTED");
    }

    @Test
    void whatIsFoundLaterOfAMarkedDatasetIsMarkedToo() {
        publish(OLD, true, false, "a.nc");
        hold(OLD, "a.nc", HoldingState.VERIFIED);
        assertThat(state(OLD, "a.nc")).isEqualTo(HoldingState.RETRACTED);
    }

    @Test
    void anOldVersionIsSupersededWhenTheNewOneIsCompleteAndVerifiedHereAndNoLonger() {
        hold(OLD, "a.nc", HoldingState.VERIFIED);
        publish(OLD, false, false, "a.nc");
        publish(NEW, false, false, "a.nc", "b.nc");
        DatasetMark known = mark(OLD).orElseThrow();
        assertThat(known)
                .extracting(DatasetMark::state, DatasetMark::isInForce, DatasetMark::newer)
                .containsExactly(HoldingState.SUPERSEDED, false, NEW);
        assertThat(state(OLD, "a.nc")).isEqualTo(HoldingState.VERIFIED);

        hold(NEW, "a.nc", HoldingState.VERIFIED);
        hold(NEW, "b.nc", HoldingState.UNVERIFIED);
        assertThat(state(OLD, "a.nc")).as("not verified").isEqualTo(HoldingState.VERIFIED);
        hold(NEW, "b.nc", HoldingState.VERIFIED);
        assertThat(state(OLD, "a.nc")).isEqualTo(HoldingState.SUPERSEDED);
        assertThat(state(NEW, "a.nc")).isEqualTo(HoldingState.VERIFIED);
        assertThat(mark(OLD).orElseThrow().reason()).contains("v20200101 took its place");

        hold(NEW, "b.nc", HoldingState.DAMAGED);
        assertThat(state(OLD, "a.nc")).as("the new one is damaged").isEqualTo(HoldingState.VERIFIED);
        hold(NEW, "b.nc", HoldingState.VERIFIED);
        open.catalog
                .holdings()
                .forget(IN, List.of(StorePath.ofUtf8(NEW + "/b.nc")))
                .join();
        assertThat(state(OLD, "a.nc")).as("the new one is incomplete").isEqualTo(HoldingState.VERIFIED);
        hold(NEW, "b.nc", HoldingState.VERIFIED);
        publish(NEW, true, false, "a.nc", "b.nc");
        assertThat(state(OLD, "a.nc")).as("the new one was withdrawn").isEqualTo(HoldingState.VERIFIED);
        assertThat(mark(OLD)).isEmpty();
    }

    @Test
    void whatIsSaidToBeReplacedByNothingKnownIsNotedAndNotMarked() {
        hold(OLD, "a.nc", HoldingState.VERIFIED);
        publish(OLD, false, true, "a.nc");
        assertThat(mark(OLD).orElseThrow())
                .extracting(DatasetMark::state, DatasetMark::isInForce, DatasetMark::newer)
                .containsExactly(HoldingState.SUPERSEDED, false, null);
        assertThat(state(OLD, "a.nc")).isEqualTo(HoldingState.VERIFIED);
    }

    @Test
    void whatBecameOfTheFilesIsForgottenWithAnotherMarkButNotWithAnotherReason() {
        hold(OLD, "a.nc", HoldingState.VERIFIED);
        publish(OLD, true, false, "a.nc");
        DatasetMark mark = mark(OLD).orElseThrow();
        open.catalog.marks().treat(mark.dataset(), MarkTreatment.LISTED).join();
        publish(NEW, false, false, "b.nc");
        assertThat(mark(OLD).orElseThrow())
                .extracting(DatasetMark::treatment, DatasetMark::newer)
                .containsExactly(MarkTreatment.LISTED, NEW);
        publish(OLD, false, false, "a.nc");
        assertThat(mark(OLD).orElseThrow().treatment()).isEqualTo(MarkTreatment.NONE);
        assertThat(open.catalog.marks().after(0, 10)).hasSize(1);
    }
}
