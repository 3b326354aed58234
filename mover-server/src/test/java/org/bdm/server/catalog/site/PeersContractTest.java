package org.bdm.server.catalog.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.assertRefused;
import static org.bdm.server.catalog.Samples.sha256;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.job.Event;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class PeersContractTest {
    private static final SiteName DKRZ = new SiteName("dkrz");
    private static final SiteName IPSL = new SiteName("ipsl");

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

    private Site site(SiteName name, String pin) {
        return new Site(name, new NodeId(pin.repeat(64)), "host:8471", null, SiteRelation.PEER, open.clock.instant());
    }

    private static SiteGrant grant(SiteName site, String prefix, GrantVerb verb) {
        return new SiteGrant(site, new ExportName("cmip6"), StorePath.ofUtf8(prefix), verb);
    }

    @Test
    void siteIsReplacedNotDoubledAndForgottenWithItsGrants() {
        open.catalog.sites().put(site(IPSL, "1")).join();
        open.catalog.sites().put(site(DKRZ, "2")).join();
        Site changed = site(IPSL, "3");
        open.catalog.sites().put(changed).join();
        open.catalog
                .sites()
                .grant(IPSL, List.of(grant(IPSL, "", GrantVerb.READ), grant(IPSL, "in", GrantVerb.WRITE)))
                .join();
        open.catalog
                .sites()
                .grant(IPSL, List.of(grant(IPSL, "a/b", GrantVerb.READ)))
                .join();
        open.reopen();
        assertThat(open.catalog.sites().all()).containsExactly(site(DKRZ, "2"), changed);
        assertThat(open.catalog.sites().grants(IPSL)).containsExactly(grant(IPSL, "a/b", GrantVerb.READ));
        assertThat(open.catalog.sites().remove(IPSL).join()).isTrue();
        assertThat(open.catalog.sites().remove(IPSL).join()).isFalse();
        assertThat(open.catalog.sites().find(IPSL)).isEmpty();
        assertThat(open.catalog.sites().grants(IPSL)).isEmpty();
        assertRefused(
                ErrorCode.UNKNOWN_SITE,
                () -> open.catalog.sites().grant(IPSL, List.of()).join());
    }

    @Test
    void portsThatASiteToldAreKeptUntilItIsPairedAnew() {
        open.catalog.sites().put(site(IPSL, "1")).join();
        assertThat(open.catalog.sites().dataPorts(IPSL)).isEqualTo(new ToldPorts(List.of(), null));
        long version = open.catalog.sites().version();
        open.catalog
                .sites()
                .tellDataPorts(IPSL, List.of("a.org:8471", "[::1]:1"))
                .join();
        open.catalog.sites().tellDataPorts(DKRZ, List.of("b.org:8471")).join();
        open.reopen();
        assertThat(open.catalog.sites().dataPorts(IPSL))
                .isEqualTo(new ToldPorts(List.of("a.org:8471", "[::1]:1"), open.clock.instant()));
        assertThat(open.catalog.sites().dataPorts(DKRZ)).isEqualTo(new ToldPorts(List.of(), null));
        assertThat(open.catalog.sites().version()).as("nobody's rights changed").isEqualTo(version);
        open.catalog.sites().tellDataPorts(IPSL, List.of()).join();
        assertThat(open.catalog.sites().dataPorts(IPSL)).isEqualTo(new ToldPorts(List.of(), open.clock.instant()));
        open.catalog.sites().put(site(IPSL, "3")).join();
        assertThat(open.catalog.sites().dataPorts(IPSL)).isEqualTo(new ToldPorts(List.of(), null));
    }

    @Test
    void invitationIsWorthOneUseBeforeItsTime() {
        Invitation invitation = new Invitation(
                sha256("secret"),
                DKRZ,
                List.of(
                        grant(DKRZ, "x", GrantVerb.READ),
                        grant(DKRZ, "y", GrantVerb.WRITE),
                        SiteGrant.lending(DKRZ, LentAccess.parse("bdm://ipsl/out/a"))),
                open.clock.instant().plusSeconds(60),
                null);
        open.catalog.sites().invite(invitation).join();
        assertThat(open.catalog.sites().invitation(sha256("secret"))).contains(invitation);
        assertRefused(
                ErrorCode.INVITATION_INVALID,
                () -> open.catalog
                        .sites()
                        .accept(sha256("wrong"), site(DKRZ, "2"))
                        .join());
        assertThat(open.catalog.sites().find(DKRZ)).isEmpty();
        open.catalog.sites().accept(sha256("secret"), site(DKRZ, "2")).join();
        assertThat(open.catalog.sites().find(DKRZ)).contains(site(DKRZ, "2"));
        assertThat(open.catalog.sites().grants(DKRZ)).isEqualTo(invitation.grants());
        assertThat(open.catalog.sites().invitation(sha256("secret"))).isEmpty();
        assertRefused(
                ErrorCode.INVITATION_INVALID,
                () -> open.catalog
                        .sites()
                        .accept(sha256("secret"), site(IPSL, "3"))
                        .join());
    }

    @Test
    void openInvitationsAreListedAndCanBeTakenBack() {
        Invitation late = new Invitation(
                sha256("late"),
                DKRZ,
                List.of(grant(DKRZ, "x", GrantVerb.READ)),
                open.clock.instant().plusSeconds(60),
                null);
        Invitation soon = new Invitation(
                sha256("soon"), IPSL, List.of(), open.clock.instant().plusSeconds(30), null);
        open.catalog.sites().invite(late).join();
        open.catalog.sites().invite(soon).join();
        assertThat(open.catalog.sites().openInvitations()).containsExactly(soon, late);
        assertThat(open.catalog.sites().uninvite(sha256("late")).join()).isTrue();
        assertThat(open.catalog.sites().uninvite(sha256("late")).join()).isFalse();
        assertThat(open.catalog.sites().invitation(sha256("late"))).isEmpty();
        assertRefused(
                ErrorCode.INVITATION_INVALID,
                () -> open.catalog
                        .sites()
                        .accept(sha256("late"), site(DKRZ, "2"))
                        .join());
        open.catalog.sites().accept(sha256("soon"), site(IPSL, "3")).join();
        assertThat(open.catalog.sites().openInvitations()).as("used").isEmpty();
        assertThat(open.catalog.sites().uninvite(sha256("soon")).join())
                .as("used")
                .isFalse();
    }

    @Test
    void invitationOfYesterdayIsWorthNothing() {
        open.catalog
                .sites()
                .invite(new Invitation(
                        sha256("old"), DKRZ, List.of(), open.clock.instant().plusSeconds(60), null))
                .join();
        open.clock.turn(Duration.ofSeconds(60));
        assertThat(open.catalog.sites().invitation(sha256("old"))).isEmpty();
        assertRefused(
                ErrorCode.INVITATION_INVALID,
                () -> open.catalog
                        .sites()
                        .accept(sha256("old"), site(DKRZ, "2"))
                        .join());
    }

    @Test
    void tokenIsValidUntilItExpiresOrIsRevoked() {
        Instant now = open.clock.instant();
        Token lasting = open.catalog
                .tokens()
                .add(new Token(0, sha256("a"), "ADMIN", "ann", now, null, null, 0))
                .join();
        Token passing = open.catalog
                .tokens()
                .add(new Token(0, sha256("b"), "READER", "bob", now, now.plusSeconds(10), null, 0))
                .join();
        assertThat(open.catalog.tokens().valid(sha256("a"))).contains(lasting);
        assertThat(open.catalog.tokens().valid(sha256("b"))).contains(passing);
        assertThat(open.catalog.tokens().valid(sha256("c"))).isEmpty();
        open.clock.turn(Duration.ofSeconds(10));
        assertThat(open.catalog.tokens().valid(sha256("b"))).isEmpty();
        assertThat(open.catalog.tokens().revoke(lasting.number()).join().revokedAt())
                .isEqualTo(open.clock.instant());
        assertThat(open.catalog.tokens().valid(sha256("a"))).isEmpty();
        assertThat(open.catalog.tokens().after(0, 10)).extracting(Token::owner).containsExactly("ann", "bob");
        assertRefused(
                ErrorCode.NOT_FOUND, () -> open.catalog.tokens().revoke(4711).join());
    }

    @Test
    void sameTokenTwiceIsRefusedAloneAndTheCatalogGoesOn() {
        Token token = new Token(0, sha256("a"), "ADMIN", "ann", open.clock.instant(), null, null, 0);
        open.catalog.tokens().add(token).join();
        assertRefused(ErrorCode.INTERNAL, () -> open.catalog.tokens().add(token).join());
        assertThat(open.catalog
                        .tokens()
                        .add(new Token(0, sha256("b"), "ADMIN", "ann", token.createdAt(), null, null, 0))
                        .join()
                        .number())
                .isPositive();
        assertThat(open.fatal).isEmpty();
    }

    @Test
    void changedOrMissingLineOfTheAuditLogIsNoticed() {
        for (int i = 0; i < 5; i++) {
            open.catalog
                    .audit()
                    .add(new AuditEntry(
                            0,
                            open.clock.instant(),
                            "ann",
                            "TOKEN_CREATED",
                            "token " + i,
                            "OK",
                            "127.0.0.1",
                            "\u0000odd"))
                    .join();
        }
        assertThat(open.catalog.audit().after(1, 10))
                .extracting(AuditEntry::number)
                .containsExactly(2L, 3L, 4L, 5L);
        assertThat(AuditLog.firstBroken(open.database())).isEmpty();
        open.database().transact(sql -> sql.update("UPDATE audit SET actor = 'bob' WHERE audit_no = 4"));
        assertThat(AuditLog.firstBroken(open.database())).contains(4L);
        open.database().transact(sql -> sql.update("DELETE FROM audit WHERE audit_no = 2"));
        assertThat(AuditLog.firstBroken(open.database())).contains(2L);
        open.database().transact(sql -> sql.update("DELETE FROM audit"));
        assertThat(AuditLog.firstBroken(open.database())).contains(1L);
    }

    /** The chain of {@code lines} lines after each of these changes in turn. */
    private List<AuditChain.Break> breaks(String... changes) {
        for (String change : changes) open.database().transact(sql -> sql.update(change));
        List<AuditChain.Break> found = new ArrayList<>();
        AuditChain chain = open.catalog.audit().chain(0);
        while (!chain.isAtEnd()) found.addAll(chain.next());
        return found;
    }

    @Test
    void everyLineThatIsChangedOrMissingIsNamed() {
        for (int i = 0; i < 2_500; i++) {
            var unused = open.catalog
                    .audit()
                    .add(new AuditEntry(0, open.clock.instant(), "ann", "x", "o" + i, "OK", "", ""));
        }
        open.catalog
                .audit()
                .add(new AuditEntry(0, open.clock.instant(), "ann", "x", "last", "OK", "", ""))
                .join();
        assertThat(breaks()).isEmpty();
        assertThat(breaks("UPDATE audit SET detail = 'other' WHERE audit_no = 1000"))
                .containsExactly(new AuditChain.Break(1000, 1000, false));
        assertThat(breaks(
                        "DELETE FROM audit WHERE audit_no BETWEEN 1200 AND 2200",
                        "DELETE FROM audit WHERE audit_no = 2501",
                        "UPDATE audit SET actor = 'eve' WHERE audit_no = 1001"))
                .containsExactly(
                        new AuditChain.Break(1000, 1000, false),
                        new AuditChain.Break(1001, 1001, false),
                        new AuditChain.Break(1200, 2200, true),
                        new AuditChain.Break(2501, 2501, true))
                .extracting(AuditChain.Break::sentence)
                .containsExactly(
                        "line 1000 was changed",
                        "line 1001 was changed",
                        "lines 1200 to 2200 are missing",
                        "line 2501 is missing");
        AuditChain behind = open.catalog.audit().chain(1_001);
        assertThat(behind.next()).containsExactly(new AuditChain.Break(1200, 2200, true));
        assertThat(behind.line()).isEqualTo(2_500);
    }

    @Test
    void pagesOfTheAuditLogCoverOneActorAndOneTimeNewestFirst() {
        for (int i = 0; i < 12; i++) {
            Instant at = open.clock.instant().plusSeconds(i / 4); // several lines of one moment
            open.catalog
                    .audit()
                    .add(new AuditEntry(0, at, i % 2 == 0 ? "ann" : "bob", "LOOK", "line " + (i + 1), "OK", "", ""))
                    .join();
        }
        Instant begin = open.clock.instant();
        assertThat(audit(null, null, null)).containsExactly(12L, 11L, 10L, 9L, 8L, 7L, 6L, 5L, 4L, 3L, 2L, 1L);
        assertThat(audit("ann", null, null)).containsExactly(11L, 9L, 7L, 5L, 3L, 1L);
        assertThat(audit(null, begin.plusSeconds(1), begin.plusSeconds(2))).containsExactly(8L, 7L, 6L, 5L);
        assertThat(audit("bob", begin.plusSeconds(1), null)).containsExactly(12L, 10L, 8L, 6L);
        assertThat(audit("bob", null, begin)).isEmpty();
    }

    private List<Long> audit(@Nullable String who, @Nullable Instant since, @Nullable Instant until) {
        List<Long> numbers = new ArrayList<>();
        String cursor = null;
        do {
            RowPage<AuditEntry> page =
                    open.catalog.audit().page(new AuditFilter(who, null, null, null, since, until), cursor, 3);
            page.rows().forEach(line -> numbers.add(line.number()));
            cursor = page.nextCursor();
        } while (cursor != null);
        return numbers;
    }

    @Test
    void eventsAreNumberedInOrderAndFollowedFromANumber() {
        Event first = open.catalog
                .events()
                .add(null, "STARTED", "the site started", "{}")
                .join();
        Event second = open.catalog
                .events()
                .add(new JobId(7), "DECIDED", "so " + "x".repeat(3000), "{\"n\":1}")
                .join();
        assertThat(second.number()).isEqualTo(first.number() + 1);
        assertThat(second.text()).hasSize(2000).endsWith("..");
        assertThat(open.catalog.events().newest()).isEqualTo(second.number());
        assertThat(open.catalog.events().after(null, 0, 10)).containsExactly(first, second);
        assertThat(open.catalog.events().after(null, first.number(), 10)).containsExactly(second);
        assertThat(open.catalog.events().after(new JobId(7), 0, 10)).containsExactly(second);
    }
}
