package org.bdm.server.catalog.holding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.sha256;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.holding.Scrubs.Due;
import org.bdm.server.catalog.holding.Scrubs.Outcome;
import org.bdm.server.catalog.holding.Scrubs.Place;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class ScrubsContractTest {
    private static final ExportName IN = new ExportName("in");
    private static final Instant KNOWN = Instant.parse("2026-11-01T10:00:00.123Z");
    private static final ScrubSettings AT_NIGHT =
            new ScrubSettings(true, 1_923, 22 * 60, 6 * 60, ZoneId.of("Europe/Berlin"), 200_000_000);

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

    private static Holding holding(String path, HoldingState state, Instant checkedAt) {
        HoldingDigest digest = new HoldingDigest(sha256(path), DigestOrigin.READBACK, KNOWN);
        return new Holding(
                IN, StorePath.ofUtf8(path), null, 10, KNOWN, state, KNOWN, List.of(digest), 7, checkedAt, null);
    }

    private void put(String path, HoldingState state, Instant checkedAt) {
        open.catalog.holdings().put(List.of(holding(path, state, checkedAt))).join();
    }

    private Scrubs scrubs() {
        return open.catalog.scrubs();
    }

    private List<Due> due(Place after, int rows) {
        return scrubs().due(after, open.clock.instant(), rows);
    }

    private static List<String> names(List<Due> due) {
        return due.stream().map(file -> file.holding().path().shown()).toList();
    }

    @Test
    void isOffUntilSomebodyStartsIt() {
        ScrubSettings settings = scrubs().settings();

        assertThat(settings.isOn()).isFalse();
        assertThat(settings.millipercentPerWeek()).isEqualTo(2_000);
        assertThat(settings.bytesPerSecond()).isEqualTo(100_000_000);
        assertThat(scrubs().week().began()).isNull();
    }

    @Test
    void keepsSettingsAndCountsOverARestart() {
        scrubs().set(AT_NIGHT, 3).join();
        put("a", HoldingState.VERIFIED, null);
        scrubs().checked(due(Place.FIRST, 10).get(0), Outcome.DAMAGED, 10, "a is wrong")
                .join();

        open.reopen();

        assertThat(scrubs().settings()).isEqualTo(AT_NIGHT);
        assertThat(scrubs().week())
                .isEqualTo(new ScrubWeek(null, 3, 1, 10, 1, 0, 0, "a is wrong", open.clock.instant()));
    }

    @Test
    void givesTheOldestCheckFirstInPages() {
        put("new", HoldingState.VERIFIED, open.clock.instant().minusSeconds(10));
        put("old", HoldingState.VERIFIED, open.clock.instant().minusSeconds(1_000));
        put("never", HoldingState.VERIFIED, null);
        put("never either", HoldingState.UNVERIFIED, null);

        List<Due> first = due(Place.FIRST, 3);

        assertThat(names(first)).containsExactly("never", "never either", "old");
        assertThat(names(due(first.get(0).place(), 2))).containsExactly("never either", "old");
        assertThat(names(due(first.get(2).place(), 3))).containsExactly("new");
        assertThat(first.get(2).holding().digests()).hasSize(1);
        assertThat(scrubs().oldestCheck()).isEmpty();
    }

    /** Times are looked up for 256 holdings at a time. */
    @Test
    void givesTheOldestCheckFirstAmongManyThatWereCheckedInAnyOrder() {
        Random random = new Random(11);
        List<Holding> all = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            int ago = random.nextInt(400);
            Instant checked = ago == 0 || i < 300 ? null : open.clock.instant().minusSeconds(10 + ago);
            all.add(holding(String.format(Locale.ROOT, "%04d", i), HoldingState.VERIFIED, checked));
        }
        open.catalog.holdings().put(all).join();
        scrubs().checkedRight(due(Place.FIRST, 150), 150, 1).join();

        List<String> given = new ArrayList<>();
        Place after = Place.FIRST;
        for (List<Due> page = due(after, 70); !page.isEmpty(); page = due(after, 70)) {
            given.addAll(names(page));
            after = page.get(page.size() - 1).place();
        }

        List<String> wanted = all.stream()
                .skip(150)
                .sorted(Comparator.comparing(
                        holding -> holding.checkedAt() == null ? Instant.EPOCH : holding.checkedAt()))
                .map(holding -> holding.path().shown())
                .toList();
        assertThat(given).isEqualTo(wanted);
    }

    @Test
    void leavesOutWhatWasCheckedSinceAndWhatIsNotAtItsPlace() {
        put("checked", HoldingState.VERIFIED, open.clock.instant());
        put("disputed", HoldingState.DISPUTED, null);
        String dataset = "CMIP6.CMIP.X.M.historical.r1i1p1f1.Amon.tas.gn.v20200101";
        Holding kept = new Holding(
                IN,
                StorePath.ofUtf8("kept"),
                dataset,
                10,
                KNOWN,
                HoldingState.VERIFIED,
                KNOWN,
                List.of(),
                0,
                null,
                null);
        open.catalog.holdings().put(List.of(kept)).join();
        put("damaged", HoldingState.DAMAGED, null);
        open.catalog.keptHoldings().keep(IN, List.of(StorePath.ofUtf8("kept"))).join();

        assertThat(names(due(Place.FIRST, 10))).containsExactly("damaged");
    }

    @Test
    void isLastInTheOrderOnceItIsChecked() {
        put("a", HoldingState.VERIFIED, null);
        put("b", HoldingState.VERIFIED, null);

        scrubs().checked(due(Place.FIRST, 10).get(0), Outcome.RIGHT, 10, null).join();
        open.clock.turn(Duration.ofSeconds(1));

        assertThat(names(due(Place.FIRST, 10))).containsExactly("b", "a");
    }

    @Test
    void countsFilesThatAreRightTogether() {
        put("a", HoldingState.VERIFIED, null);
        put("b", HoldingState.VERIFIED, null);
        put("c", HoldingState.VERIFIED, null);

        scrubs().checkedRight(due(Place.FIRST, 2), 2, 30).join();
        open.clock.turn(Duration.ofSeconds(1));

        assertThat(names(due(Place.FIRST, 10))).containsExactly("c", "a", "b");
        assertThat(scrubs().week().checked()).isEqualTo(2);
        assertThat(scrubs().week().bytes()).isEqualTo(30);
    }

    @Test
    void beginsAWeekOnce() {
        Instant began = open.clock.instant();
        scrubs().beginWeek(null, began, 5).join();
        scrubs().beginWeek(null, began.plusSeconds(1), 9).join();

        assertThat(scrubs().week().began()).isEqualTo(began);
        assertThat(scrubs().week().filesMax()).isEqualTo(5);
    }

    @Test
    void countsFilesInAnExceptionalStateAndNamesTheNewest() {
        put("a", HoldingState.MISSING, null);
        put("b", HoldingState.MISSING, null);

        assertThat(scrubs().exceptional(HoldingState.MISSING).orElseThrow().files())
                .isEqualTo(2);
        assertThat(scrubs().exceptional(HoldingState.DAMAGED)).isEmpty();
    }

    @Test
    void aMissingFileDoesNotCountForItsDataset() {
        String dataset = "CMIP6.CMIP.X.M.historical.r1i1p1f1.Amon.tas.gn.v20200101";
        Holding there = holding("a", HoldingState.VERIFIED, null);
        Holding gone = new Holding(
                IN, StorePath.ofUtf8("b"), dataset, 10, KNOWN, HoldingState.MISSING, KNOWN, List.of(), 0, null, null);
        open.catalog
                .holdings()
                .put(List.of(
                        new Holding(
                                IN,
                                there.path(),
                                dataset,
                                10,
                                KNOWN,
                                there.state(),
                                KNOWN,
                                there.digests(),
                                0,
                                null,
                                null),
                        gone))
                .join();

        HeldDataset held = open.catalog
                .holdings()
                .ofDatasets(List.of(dataset))
                .values()
                .iterator()
                .next();

        assertThat(held.files()).isEqualTo(1);
    }
}
