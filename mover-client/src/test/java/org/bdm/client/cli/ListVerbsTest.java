package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.core.control.campaign.CampaignView;
import org.bdm.core.control.dataset.DataNodeView;
import org.bdm.core.control.dataset.DatasetView;
import org.bdm.core.control.dataset.SearchView;
import org.bdm.core.control.dataset.SubscriptionView;
import org.bdm.core.control.holding.DisputeView;
import org.bdm.core.control.holding.HoldingView;
import org.bdm.core.control.holding.PurgeView;
import org.bdm.core.control.holding.QuarantinedFileView;
import org.bdm.core.control.job.EventView;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.link.LimitView;
import org.bdm.core.control.link.LinkView;
import org.bdm.core.control.link.RatesView;
import org.bdm.core.control.request.ImportView;
import org.bdm.core.control.request.ReplicationRequestView;
import org.bdm.core.control.site.AuditLineView;
import org.bdm.core.control.site.BackupView;
import org.bdm.core.control.site.BanView;
import org.bdm.core.control.site.EntryView;
import org.bdm.core.control.site.ExportView;
import org.bdm.core.control.site.HookView;
import org.bdm.core.control.site.InvitationView;
import org.bdm.core.control.site.MaintenanceView;
import org.bdm.core.control.site.SiteNodeView;
import org.bdm.core.control.site.SiteView;
import org.bdm.core.control.site.TokenView;
import org.bdm.core.control.user.UserView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every verb that lists, with names and texts as long as they come. */
@Tag("U11")
class ListVerbsTest {
    private static final int COLUMNS = 80;

    record Listing(String verb, String route, Class<? extends Record> item, boolean isPage, boolean hasPipeHeading) {
        static Listing table(String verb, String route, Class<? extends Record> item) {
            return new Listing(verb, route, item, true, true);
        }

        /** One thing a line as it comes; a program that counts lines counts things. */
        static Listing stream(String verb, String route, Class<? extends Record> item) {
            return new Listing(verb, route, item, true, false);
        }

        String answer() {
            String json = SampleMessage.json(item);
            return isPage ? Recorded.page(json) : json;
        }

        @Override
        public String toString() {
            return verb;
        }
    }

    static Stream<Listing> listings() {
        return Stream.of(
                Listing.stream("files job-7", "/jobs/job-7/files", FileView.class),
                Listing.stream("events job-7", "/jobs/job-7/events", EventView.class),
                Listing.stream("holdings", "/holdings", HoldingView.class),
                Listing.stream("audit", "/audit", AuditLineView.class),
                Listing.stream("dataset list", "/replica-sets", DatasetView.class),
                Listing.stream("ls -l bdm://north/data", "/exports/data/entries", EntryView.class),
                Listing.table("list", "/jobs", JobView.class),
                Listing.table("limit list", "/limits", LimitView.class),
                Listing.table("link list", "/links", LinkView.class),
                Listing.table("site list", "/sites", SiteView.class),
                Listing.table("site invitations", "/invitations", InvitationView.class),
                Listing.table("site maintenance north", "/sites/north/maintenance", MaintenanceView.class),
                Listing.table("export list", "/exports", ExportView.class),
                Listing.table("node list", "/nodes", SiteNodeView.class),
                Listing.table("token list", "/tokens", TokenView.class),
                Listing.table("user list", "/users", UserView.class),
                Listing.table("hook list", "/hooks", HookView.class),
                Listing.table("backup --list", "/backups", BackupView.class),
                Listing.table("data-node list", "/data-nodes", DataNodeView.class),
                Listing.table("data-node bans", "/bans", BanView.class),
                Listing.table("request list", "/requests", ReplicationRequestView.class),
                Listing.table("draft list", "/imports", ImportView.class),
                Listing.table("campaign list", "/campaigns", CampaignView.class),
                Listing.table("subscribe list", "/subscriptions", SubscriptionView.class),
                Listing.table("quarantine list", "/quarantine", QuarantinedFileView.class),
                Listing.table("dispute list", "/disputes", DisputeView.class),
                Listing.table("purge", "/purges", PurgeView.class),
                new Listing("search", "/search", SearchView.class, false, true),
                new Listing("search --type file", "/search", SearchView.class, false, true),
                new Listing("rates", "/rates", RatesView.class, false, true));
    }

    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private List<String> lines(Listing listing, int columns, String... more) {
        server.on("GET " + listing.route(), 200, listing.answer());
        CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());
        if (columns > 0) command.terminal(columns);
        String[] args = Stream.concat(Stream.of(listing.verb().split(" ")), Stream.of(more))
                .toArray(String[]::new);
        CommandRun.Result result = command.run(args);
        assertThat(result.out()).as(result.err()).isNotBlank();
        return result.out().replaceAll("\u001b\\[[0-9;]*m", "").lines().toList();
    }

    @ParameterizedTest
    @MethodSource("listings")
    void aTerminalGetsAHeadAndLinesThatFit(Listing listing) {
        List<String> lines = lines(listing, COLUMNS);
        assertThat(lines.get(0)).isEqualTo(lines.get(0).toUpperCase(Locale.ROOT));
        assertThat(lines.size()).isGreaterThan(1);
        assertThat(lines).allMatch(line -> line.length() <= COLUMNS);
    }

    @ParameterizedTest
    @MethodSource("listings")
    void wideShowsWhatAPipeGets(Listing listing) {
        List<String> wide = lines(listing, COLUMNS, "--wide");
        List<String> piped = lines(listing, 0);
        assertThat(wide.get(0)).isEqualTo(wide.get(0).toUpperCase(Locale.ROOT));
        assertThat(wide.subList(1, wide.size()))
                .isEqualTo(listing.hasPipeHeading() ? piped.subList(1, piped.size()) : piped);
        assertThat(String.join("\n", piped)).doesNotContain("..");
    }
}
