package org.bdm.server.site.opening;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.catalog.site.Ban;
import org.bdm.server.catalog.site.LinkWindows;
import org.bdm.server.catalog.site.Maintenance;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What windows, maintenance and bans mean together. This site is "south"; it is Friday, 10:00 UTC. */
class PlaceRulesTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    private static LinkWindows windows(String source, String... windows) {
        return new LinkWindows(source, List.of(windows), "ana", NOW);
    }

    private static Maintenance maintenance(String site, String begins, String ends) {
        return new Maintenance(1, site, Instant.parse(begins), Instant.parse(ends), "new disks", "", "ana", NOW);
    }

    private static Ban ban(String place, @Nullable String until) {
        return new Ban(place, "broken files", until == null ? null : Instant.parse(until), "ana", NOW);
    }

    private static PlaceRules rules(List<LinkWindows> windows, List<Maintenance> maintenance, List<Ban> bans) {
        return new PlaceRules(new SiteName("south"), windows, maintenance, bans);
    }

    @Test
    void aLinkOutsideAllOfItsWindowsIsClosedUntilTheFirstOpens() {
        PlaceRules rules = rules(
                List.of(windows("north", "Mon-Fri 18:00-06:00 UTC", "Fri 12:00-13:00 UTC")), List.of(), List.of());
        Closure closure = rules.closureOf("north", NOW).orElseThrow();
        assertThat(closure.reason()).isEqualTo(PauseReason.WINDOW_CLOSED);
        assertThat(closure.opensAt()).isEqualTo("2026-11-20T12:00:00Z");
        assertThat(closure.text())
                .isEqualTo("The link north to south is closed until 2026-11-20T12:00:00Z; it is open"
                        + " Mon-Fri 18:00-06:00 UTC; Fri 12:00-13:00 UTC.");
        assertThat(rules.closureOf("north", Instant.parse("2026-11-20T12:30:00Z")))
                .isEmpty();
        assertThat(rules.closureOf("other", NOW)).isEmpty();
    }

    @Test
    void aPlaceOpensWhenNoRuleClosesItAnyMore() {
        PlaceRules rules = rules(
                List.of(windows("north", "daily 12:00-14:00 UTC"), windows("*", "Sat 00:00-24:00 UTC")),
                List.of(maintenance("north", "2026-11-21T11:00:00Z", "2026-11-21T13:30:00Z")),
                List.of());
        assertThat(rules.closureOf("north", NOW).orElseThrow().opensAt()).isEqualTo("2026-11-21T13:30:00Z");
    }

    @Test
    void maintenanceOfThisSiteClosesEveryPlace() {
        PlaceRules rules = rules(
                List.of(), List.of(maintenance("south", "2026-11-20T09:00:00Z", "2026-11-20T11:00:00Z")), List.of());
        Closure closure = rules.closureOf("esgf.example.org", NOW).orElseThrow();
        assertThat(closure.reason()).isEqualTo(PauseReason.SITE_MAINTENANCE);
        assertThat(closure.text())
                .isEqualTo("This site, south, is under maintenance until 2026-11-20T11:00:00Z: new disks.");
        assertThat(rules.closureOf("north", Instant.parse("2026-11-20T11:00:00Z")))
                .isEmpty();
    }

    @Test
    void aBanHoldsUntilItsTimeAndOneWithoutATimeUntilSomebodyLiftsIt() {
        PlaceRules rules =
                rules(List.of(), List.of(), List.of(ban("north", "2026-11-23T08:00:00Z"), ban("east", null)));
        assertThat(rules.closureOf("north", NOW).orElseThrow().text())
                .isEqualTo("north is banned at this site, south, by ana until 2026-11-23T08:00:00Z: broken files.");
        assertThat(rules.closureOf("north", Instant.parse("2026-11-23T08:00:00Z")))
                .isEmpty();
        Closure forever = rules.closureOf("east", NOW).orElseThrow();
        assertThat(forever.opensAt()).isNull();
        assertThat(forever.text()).isEqualTo("east is banned at this site, south, by ana: broken files.");
    }

    @Test
    void windowsThatFollowOneAnotherCloseWhenTheLastDoes() {
        PlaceRules rules = rules(
                List.of(
                        windows("north", "daily 08:00-12:00 UTC", "daily 12:00-18:00 UTC"),
                        windows("east", "00:00-24:00 UTC")),
                List.of(),
                List.of());
        assertThat(rules.closesAfter("north", NOW)).isEqualTo("2026-11-20T18:00:00Z");
        assertThat(rules.closesAfter("east", NOW)).isNull();
        assertThat(rules.closureOf("east", NOW)).isEmpty();
    }
}
