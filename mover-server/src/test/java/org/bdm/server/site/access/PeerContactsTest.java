package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.bdm.core.id.SiteName;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.site.access.PeerContacts.Contact;
import org.junit.jupiter.api.Test;

/** Since when a site can be reached, or cannot. */
class PeerContactsTest {
    private static final SiteName SITE = new SiteName("b");

    private final TurnedClock clock = new TurnedClock();
    private final PeerContacts contacts = new PeerContacts(clock);

    private Instant later() {
        clock.turn(Duration.ofMinutes(1));
        return clock.instant();
    }

    @Test
    void siteIsReachableSinceTheFirstOfSeveralContacts() {
        Instant first = later();
        contacts.seen(SITE);
        Instant last = later();
        contacts.seen(SITE);
        assertThat(contacts.of(SITE)).contains(new Contact(true, first, last));
    }

    @Test
    void siteIsMissedSinceTheFirstOfSeveralTriesAndWasSeenBefore() {
        Instant seen = later();
        contacts.seen(SITE);
        Instant missed = later();
        contacts.missed(SITE);
        later();
        contacts.missed(SITE);
        assertThat(contacts.of(SITE)).contains(new Contact(false, missed, seen));
        Instant back = later();
        contacts.seen(SITE);
        assertThat(contacts.of(SITE)).contains(new Contact(true, back, back));
    }

    @Test
    void siteThatNeverAnsweredWasNeverSeen() {
        Instant missed = later();
        contacts.missed(SITE);
        assertThat(contacts.of(SITE)).contains(new Contact(false, missed, null));
    }

    @Test
    void siteThatWasForgottenIsUnknown() {
        contacts.seen(SITE);
        contacts.forget(SITE);
        assertThat(contacts.of(SITE)).isEmpty();
    }
}
