package org.bdm.server.site.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.SiteOwner;
import org.bdm.server.catalog.site.GrantVerb;
import org.bdm.server.catalog.site.LentAccess;
import org.bdm.server.catalog.site.SiteGrant;

/**
 * Decides which places may be read and written for whoever asked for a job: everything for the people of this site, whom the
 * routes have checked, and for a paired site what was granted and lent to it. The owner of a job says who asked, so the rule holds when the job is
 * submitted, looked at and retried, and again each time that something is opened for it. Any thread that may block.
 */
public final class AskersRights {
    private final Catalog catalog;
    private final SiteName own;

    /** Reads the grants from this catalog, for the site {@code own}. */
    public AskersRights(Catalog catalog, SiteName own) {
        this.catalog = catalog;
        this.own = own;
    }

    /** The owner of what a person of another site asks for through that site. */
    public static String owner(SiteName from, String person) {
        return SiteOwner.of(from, person);
    }

    /** True for the owner of what another site passed on. */
    public static boolean isOfSite(String owner) {
        return SiteOwner.isOne(owner);
    }

    /** Returns what may be read and written for this owner, by the grants of this moment. */
    public Rights of(String owner) {
        return SiteOwner.siteOf(owner).map(this::of).orElseGet(() -> new Rights(own, Optional.empty(), List.of()));
    }

    /** As {@link #of(String)}, for the owner of a job; UNKNOWN_JOB. */
    public Rights ofJob(JobId job) {
        return of(catalog.jobs()
                .find(job)
                .map(found -> found.request().owner())
                .orElseThrow(() -> new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + job)));
    }

    /** Returns what may be read and written for this site, by the grants of this moment. */
    public Rights of(SiteName site) {
        if (site.equals(own)) return new Rights(own, Optional.empty(), List.of());
        return new Rights(own, Optional.of(site), catalog.sites().grants(site));
    }

    /**
     * Rights of one asker.
     *
     * @param own this site
     * @param limited the paired site whose grants are all that it has; empty for people of this site. Elsewhere it may read at itself, and what
     *     is lent to it: a third site sees this one and cannot know who asked
     * @param grants of that site
     */
    public record Rights(SiteName own, Optional<SiteName> limited, List<SiteGrant> grants) {
        /** Copies the list. */
        public Rights {
            grants = List.copyOf(grants);
        }

        /** The parts of {@code export} of a site at or below {@code wanted} that may be read, as prefixes; empty if there are none. */
        public List<StorePath> readable(SiteName site, ExportName export, StorePath wanted) {
            if (limited.isEmpty() || limited.get().equals(site)) return List.of(wanted);
            if (site.equals(own)) return granted(grants, export, wanted);
            return lent().flatMap(lent -> lent.readable(site, export, wanted).stream())
                    .distinct()
                    .toList();
        }

        /** True if all of this place may be read. */
        public boolean mayRead(Endpoint place) {
            return readable(place.site(), place.export(), place.path()).contains(place.path());
        }

        /** True if the login of this site at the data node of this name may be used. */
        public boolean mayLogInAt(String node) {
            return limited.isEmpty() || lent().anyMatch(lent -> lent.isLoginAt(node));
        }

        private Stream<LentAccess> lent() {
            return SiteGrant.lent(grants);
        }

        /** True if files may be written to this place, or it is elsewhere. */
        public boolean mayWrite(Endpoint place) {
            return !place.site().equals(own)
                    || limited.isEmpty()
                    || grants.stream().anyMatch(grant -> grant.verb() == GrantVerb.WRITE && covers(grant, place));
        }

        private static boolean covers(SiteGrant grant, Endpoint place) {
            return grant.export().equals(place.export()) && place.path().startsWith(grant.prefix());
        }

        /** Refuses a place that may not be read; NOT_ALLOWED. */
        public void requireReadable(Endpoint place) {
            if (mayRead(place)) return;
            String lending = place.site().equals(own)
                    ? ""
                    : " with the rights of site " + own + "; to lend them, invite it again there, with --read " + place
                            + " beside its other rights";
            throw new MoverException(ErrorCode.NOT_ALLOWED, asker() + " has no right to read " + place + lending);
        }

        /** Refuses a place here that may not be written to; NOT_ALLOWED. */
        public void requireWritable(Endpoint place) {
            if (mayWrite(place)) return;
            throw new MoverException(
                    ErrorCode.NOT_ALLOWED, asker() + " has no right to have files written to " + place);
        }

        /** Returns who asked, for a sentence. */
        String asker() {
            return limited.map(site -> "site " + site).orElse("nobody");
        }
    }

    /** The parts of {@code export} at or below {@code wanted} that these grants let their site read. */
    static List<StorePath> granted(List<SiteGrant> grants, ExportName export, StorePath wanted) {
        List<StorePath> prefixes = new ArrayList<>();
        for (SiteGrant grant : grants) {
            if (grant.verb() != GrantVerb.READ || !grant.export().equals(export)) continue;
            if (wanted.startsWith(grant.prefix())) return List.of(wanted);
            if (grant.prefix().startsWith(wanted)) prefixes.add(grant.prefix());
        }
        return prefixes;
    }
}
