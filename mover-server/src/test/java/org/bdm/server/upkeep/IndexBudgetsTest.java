package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.catalog.dataset.RequestsOfDay;
import org.bdm.server.discovery.ConfiguredFederation;
import org.bdm.server.discovery.index.Federation.Depth;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.testkit.FakeStac;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index that may be asked three times a day, and a process that is started anew. */
class IndexBudgetsTest {
    private ArchiveSite site;
    private FakeStac stac;
    private ConfiguredFederation federation;

    @BeforeEach
    void open(@TempDir Path home) throws IOException {
        site = new ArchiveSite(home);
        stac = FakeStac.start(0);
    }

    @AfterEach
    void close() {
        stac.close();
        site.close();
    }

    private ConfiguredFederation federation(int requestsPerDay) {
        IndexSettings settings = new IndexSettings(
                "west",
                IndexKind.STAC,
                stac.address(),
                "",
                requestsPerDay,
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                List.of(),
                true,
                100,
                1_000,
                1 << 20,
                Duration.ZERO,
                Optional.empty());
        return ConfiguredFederation.of(List.of(settings), new AddressGuard(List.of()), site.clock);
    }

    private IndexBudgets begin() {
        federation = federation(3);
        return new IndexBudgets(site.catalog, federation);
    }

    private List<IndexWarning> ask() {
        return ask(federation);
    }

    private static List<IndexWarning> ask(ConfiguredFederation federation) {
        return federation.search(Selection.ofDatasets(List.of(ArchiveSite.OLD)), Depth.DATASETS, claim -> {});
    }

    private long spent() {
        LocalDate today = LocalDate.ofInstant(site.clock.instant(), ZoneOffset.UTC);
        return site.catalog.indexRequests().of(today).stream()
                .mapToLong(RequestsOfDay::requests)
                .sum();
    }

    @Test
    void whatWasSpentBeforeARestartCountsUntilTheDayIsOver() {
        IndexBudgets budgets = begin();
        assertThat(ask()).isEmpty();
        assertThat(ask()).isEmpty();
        budgets.close();

        site.restart();
        IndexBudgets next = begin();
        assertThat(spent()).isEqualTo(2);
        assertThat(ask()).isEmpty();
        assertThat(ask()).extracting(IndexWarning::code).containsExactly("BUDGET_SPENT");

        site.clock.turn(Duration.ofDays(1));
        assertThat(ask()).isEmpty();
        next.close();
        begin();
        assertThat(spent()).isEqualTo(1);
    }

    @Test
    void processesOfOneSiteTogetherSpendNoMoreThanTheBudget() {
        begin();
        ConfiguredFederation other = federation(3);
        IndexBudgets unused = new IndexBudgets(site.catalog, other);
        assertThat(ask()).isEmpty();
        assertThat(ask(other)).isEmpty();
        assertThat(ask()).isEmpty();
        assertThat(ask(other)).extracting(IndexWarning::code).containsExactly("BUDGET_SPENT");
        assertThat(ask()).extracting(IndexWarning::code).containsExactly("BUDGET_SPENT");
    }

    @Test
    void processThatIsKilledLosesAtMostAHundredthOfTheBudgetAndOneThatEndsNothing() {
        federation = federation(500);
        IndexBudgets budgets = new IndexBudgets(site.catalog, federation);
        assertThat(ask()).isEmpty();
        assertThat(spent()).isEqualTo(5);
        budgets.close();
        assertThat(spent()).isEqualTo(1);
    }
}
