package org.bdm.server.catalog;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.SiteName;

/** Paired sites, what they may do here, and invitations. Writes never wait for room: TOO_MANY_REQUESTS. */
public final class Sites {

    /** Adds a site, or replaces what is known of it. */
    public CompletableFuture<Site> put(Site site) {
        throw new UnsupportedOperationException("to come");
    }

    /** The site of this name. */
    public Optional<Site> find(SiteName name) {
        throw new UnsupportedOperationException("to come");
    }

    /** All sites by name, at most 1,000. */
    public List<Site> all() {
        throw new UnsupportedOperationException("to come");
    }

    /** Forgets a site with its grants; gives whether it was there. */
    public CompletableFuture<Boolean> remove(SiteName name) {
        throw new UnsupportedOperationException("to come");
    }

    /** Replaces all grants of a site; fails with UNKNOWN_SITE. */
    public CompletableFuture<Void> grant(SiteName site, List<Grant> grants) {
        throw new UnsupportedOperationException("to come");
    }

    /** What a site may do here, at most 1,000. */
    public List<Grant> grants(SiteName site) {
        throw new UnsupportedOperationException("to come");
    }

    /** Keeps an invitation. */
    public CompletableFuture<Invitation> invite(Invitation invitation) {
        throw new UnsupportedOperationException("to come");
    }

    /** Uses an invitation up: the site and its grants are there when the future completes. Fails with INVITATION_INVALID. */
    public CompletableFuture<Invitation> accept(Checksum secretSha256, Site site) {
        throw new UnsupportedOperationException("to come");
    }

    /** An invitation that can still be used. */
    public Optional<Invitation> invitation(Checksum secretSha256) {
        throw new UnsupportedOperationException("to come");
    }
}
