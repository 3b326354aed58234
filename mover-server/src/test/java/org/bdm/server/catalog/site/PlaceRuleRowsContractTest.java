package org.bdm.server.catalog.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class PlaceRuleRowsContractTest {
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        open.close();
    }

    private PlaceRuleRows rules() {
        return open.catalog.placeRules();
    }

    private static Maintenance entry(String site, int beginsInHours, String uid) {
        Instant begins = NOW.plus(Duration.ofHours(beginsInHours));
        return new Maintenance(0, site, begins, begins.plus(Duration.ofHours(2)), "new disks", uid, "ana", NOW);
    }

    @Test
    void windowsReplaceEarlierOnesAndOutliveARestart() {
        long version = rules().version();
        rules().setWindows("north", List.of("daily 18:00-06:00 UTC"), "ana").join();
        LinkWindows set = rules().setWindows("north", List.of("Mon 01:00-02:00 UTC", "Tue 01:00-02:00 UTC"), "ben")
                .join();
        open.reopen();

        assertThat(rules().windows()).containsExactly(set);
        assertThat(set.windows()).containsExactly("Mon 01:00-02:00 UTC", "Tue 01:00-02:00 UTC");
        assertThat(rules().version()).isEqualTo(version + 2);
        assertThat(rules().removeWindows("north").join()).isTrue();
        assertThat(rules().removeWindows("north").join()).isFalse();
        assertThat(rules().windows()).isEmpty();
    }

    @Test
    void entriesOfACalendarReplaceThoseOfTheSameUidAtTheSameSiteOnly() {
        rules().addMaintenance(List.of(entry("north", 5, ""), entry("north", 1, "u"), entry("south", 1, "u")))
                .join();
        List<Maintenance> again = rules().addMaintenance(List.of(entry("north", 7, "u"), entry("north", 9, "u")))
                .join();
        open.reopen();

        assertThat(rules().maintenanceOf("north"))
                .extracting(Maintenance::beginsAt)
                .containsExactly(
                        NOW.plus(Duration.ofHours(5)), NOW.plus(Duration.ofHours(7)), NOW.plus(Duration.ofHours(9)));
        assertThat(rules().maintenanceOf("north")).containsAll(again);
        assertThat(rules().maintenance(NOW.plus(Duration.ofHours(8))))
                .extracting(Maintenance::site)
                .containsExactly("north", "north");
        assertThat(rules().removeMaintenance("south", again.get(0).number()).join())
                .isFalse();
        assertThat(rules().removeMaintenance("north", again.get(0).number()).join())
                .isTrue();
        assertThat(rules().maintenanceOf("south")).hasSize(1);
    }

    @Test
    void aCalendarHasTwoThousandEntriesAtMost() {
        List<Maintenance> many = IntStream.range(0, 1_000)
                .mapToObj(hour -> entry("north", hour, ""))
                .toList();
        rules().addMaintenance(many).join();
        rules().addMaintenance(many).join();
        assertThatThrownBy(() ->
                        rules().addMaintenance(List.of(entry("north", 1, ""))).join())
                .hasMessageContaining("more than 2000 entries");
        assertThat(rules().maintenanceOf("north")).hasSize(2_000);
    }

    @Test
    void aBanHoldsUntilItsTimeOrUntilItIsLifted() {
        rules().ban("north", "broken files", NOW.plusSeconds(60), "ana").join();
        Ban ban = rules().ban("esgf.example.org", "", null, "ben").join();
        open.reopen();

        assertThat(rules().bans(NOW)).extracting(Ban::place).containsExactly("esgf.example.org", "north");
        assertThat(rules().bans(NOW.plusSeconds(60))).containsExactly(ban);
        assertThat(rules().banOf("north", NOW).orElseThrow().reason()).isEqualTo("broken files");
        assertThat(rules().banOf("north", NOW.plusSeconds(60))).isEmpty();
        long version = rules().version();
        assertThat(rules().unban("north").join()).isTrue();
        assertThat(rules().unban("north").join()).isFalse();
        assertThat(rules().version()).isGreaterThan(version);
    }
}
