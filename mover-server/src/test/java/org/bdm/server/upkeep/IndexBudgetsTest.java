package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.discovery.ConfiguredFederation;
import org.bdm.server.discovery.http.SpentRequests;
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

    private IndexBudgets begin() {
        IndexSettings settings = new IndexSettings(
                "west",
                IndexKind.STAC,
                stac.address(),
                "",
                3,
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                List.of(),
                true,
                100,
                1_000,
                1 << 20,
                Duration.ZERO,
                Optional.empty());
        federation = ConfiguredFederation.of(List.of(settings), new AddressGuard(List.of()), site.clock);
        return new IndexBudgets(site.catalog, federation, site.clock);
    }

    private List<IndexWarning> ask() {
        return federation.search(Selection.ofDatasets(List.of(ArchiveSite.OLD)), Depth.DATASETS, claim -> {});
    }

    private int spent() {
        return federation.spentRequests().stream()
                .mapToInt(SpentRequests::requests)
                .sum();
    }

    @Test
    void whatWasSpentBeforeARestartCountsUntilTheDayIsOver() {
        IndexBudgets budgets = begin();
        assertThat(ask()).isEmpty();
        budgets.pass();
        assertThat(ask()).isEmpty();
        budgets.close();

        site.restart();
        IndexBudgets next = begin();
        assertThat(spent()).isEqualTo(2);
        assertThat(ask()).isEmpty();
        assertThat(ask()).extracting(IndexWarning::code).containsExactly("BUDGET_SPENT");
        next.pass();

        site.clock.turn(Duration.ofDays(1));
        assertThat(ask()).isEmpty();
        next.close();
        begin();
        assertThat(spent()).isEqualTo(1);
    }

    @Test
    void aKilledProcessForgetsOnlyWhatWasNotWrittenYet() {
        IndexBudgets budgets = begin();
        ask();
        budgets.pass();
        ask();
        site.restart();
        begin();
        assertThat(spent()).isEqualTo(1);
    }
}
