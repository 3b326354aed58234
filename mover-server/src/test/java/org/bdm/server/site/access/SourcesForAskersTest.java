package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.site.GrantVerb;
import org.bdm.server.catalog.site.LentAccess;
import org.bdm.server.catalog.site.Site;
import org.bdm.server.catalog.site.SiteGrant;
import org.bdm.server.catalog.site.SiteRelation;
import org.bdm.server.testkit.TestSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tickets with which this site reads its own exports for a job that another site passed on. */
@Tag("A1")
class SourcesForAskersTest {
    private static final SiteName HERE = new SiteName("b");
    private static final SiteName ASKER = new SiteName("a");
    private static final ExportName IN = new ExportName("in");
    private static final StorePath OK = StorePath.ofUtf8("ok");

    @TempDir
    Path directory;

    private TestSite site;
    private final List<List<StorePath>> opened = new ArrayList<>();
    private SourceConnections sources;

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        SourceConnections real = (to, export, job, prefixes, links) -> {
            opened.add(prefixes);
            throw new MoverException(ErrorCode.PEER_UNREACHABLE, "nobody is there");
        };
        sources = new SourcesForAskers(real, site.catalog, HERE);
        site.catalog
                .sites()
                .put(new Site(ASKER, new NodeId("b".repeat(64)), "127.0.0.1:2", null, SiteRelation.PEER, Instant.EPOCH))
                .join();
        site.catalog
                .sites()
                .grant(ASKER, List.of(new SiteGrant(ASKER, IN, OK, GrantVerb.READ)))
                .join();
    }

    @AfterEach
    void close() {
        site.close();
    }

    private JobId jobOf(String owner) {
        TestSite.Options options = new TestSite.Options();
        options.owner = owner;
        return site.submitTree(options);
    }

    private void assertFails(ErrorCode code, SiteName to, String export, JobId job, StorePath... prefixes) {
        assertThatThrownBy(
                        () -> sources.connect(to, new ExportName(export), job, List.of(prefixes), LinkReading.AS_LINKS))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void aJobOfAnotherSiteReadsHereWhatThatSiteMayRead() {
        JobId job = jobOf("site:a/ann");
        assertFails(ErrorCode.PEER_UNREACHABLE, HERE, "in", job, StorePath.ROOT);
        assertThat(opened).as("the ticket has the granted part alone").containsExactly(List.of(OK));
        assertFails(ErrorCode.NOT_ALLOWED, HERE, "secret", job, StorePath.ROOT);
        assertFails(ErrorCode.NOT_ALLOWED, HERE, "in", job, StorePath.ofUtf8("okay"));
        assertFails(ErrorCode.NOT_ALLOWED, HERE, "in", jobOf("site:aa/ann"), StorePath.ROOT);
        assertThat(opened).hasSize(1);
    }

    @Test
    void aGrantThatWasTakenBackCountsWhenTheSourceIsOpenedAgain() {
        JobId job = jobOf("site:a/ann");
        assertFails(ErrorCode.PEER_UNREACHABLE, HERE, "in", job, OK);
        site.catalog.sites().grant(ASKER, List.of()).join();
        assertFails(ErrorCode.NOT_ALLOWED, HERE, "in", job, OK);
    }

    @Test
    void aJobOfAPersonHereAndOneThatReadsAtItsOwnSiteAreLeftAsTheyAre() {
        assertFails(ErrorCode.PEER_UNREACHABLE, HERE, "secret", jobOf("ann"), StorePath.ROOT);
        assertFails(ErrorCode.PEER_UNREACHABLE, new SiteName("c"), "in", jobOf("ann"), StorePath.ROOT);
        assertFails(ErrorCode.PEER_UNREACHABLE, ASKER, "in", jobOf("site:a/ann"), StorePath.ROOT);
        assertThat(opened).containsExactly(List.of(StorePath.ROOT), List.of(StorePath.ROOT), List.of(StorePath.ROOT));
    }

    private void lend(String... texts) {
        List<SiteGrant> grants = new ArrayList<>();
        for (String text : texts) grants.add(SiteGrant.lending(ASKER, LentAccess.parse(text)));
        site.catalog.sites().grant(ASKER, grants).join();
    }

    @Test
    void theRightsOfThisSiteAtAThirdOneAreNotThoseOfTheSiteThatPassedTheJobOn() {
        SiteName third = new SiteName("c");
        JobId job = jobOf("site:a/ann");
        assertFails(ErrorCode.NOT_ALLOWED, third, "in", job, StorePath.ROOT);
        assertFails(ErrorCode.NOT_ALLOWED, third, "in", job, OK);
        lend("bdm://d/in", "bdm://c/out", "https://*");
        assertFails(ErrorCode.NOT_ALLOWED, third, "in", job, OK);
        assertThat(opened).isEmpty();
    }

    @Test
    void whatIsLentIsAllThatTheTicketOfTheThirdSiteHas() {
        SiteName third = new SiteName("c");
        JobId job = jobOf("site:a/ann");
        lend("bdm://c/in/ok");
        assertFails(ErrorCode.PEER_UNREACHABLE, third, "in", job, StorePath.ROOT);
        assertFails(ErrorCode.PEER_UNREACHABLE, third, "in", job, StorePath.ofUtf8("ok/deeper"));
        assertFails(ErrorCode.NOT_ALLOWED, third, "in", job, StorePath.ofUtf8("okay"));
        assertFails(ErrorCode.NOT_ALLOWED, third, "out", job, StorePath.ROOT);
        lend("bdm://*");
        assertFails(ErrorCode.PEER_UNREACHABLE, third, "out", job, StorePath.ROOT);
        assertFails(ErrorCode.NOT_ALLOWED, HERE, "in", job, OK);
        assertThat(opened)
                .containsExactly(List.of(OK), List.of(StorePath.ofUtf8("ok/deeper")), List.of(StorePath.ROOT));
    }
}
