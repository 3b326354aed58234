package org.bdm.server.campaign;

import java.util.List;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.NumberedItem;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.message.Numbers;
import org.bdm.server.site.access.AskersRights;
import org.bdm.server.site.access.GrantsOfSites;
import org.bdm.server.site.access.OwnSite;

/**
 * Decides which jobs here a site may submit, see and change: those that it passed on, as long as its grants cover them. For any other job the
 * answer is the same as for one that does not exist. Any thread that may block.
 */
final class ForwardedAccess {
    private static final int ITEMS_AT_ONCE = 1000;

    private final Catalog catalog;
    private final GrantsOfSites grants;
    private final AskersRights rights;

    ForwardedAccess(Catalog catalog, OwnSite own, GrantsOfSites grants) {
        this.catalog = catalog;
        this.grants = grants;
        this.rights = new AskersRights(catalog, own.name());
    }

    /** The owner of a job that a site passed on. */
    static String owner(SiteName from, String owner) {
        return AskersRights.owner(from, owner);
    }

    /** The job of this id; UNKNOWN_JOB unless the site passed it on, NOT_ALLOWED if a grant that it needs was taken back. */
    Job existing(SiteName from, String asked) {
        JobId id = Numbers.job(asked);
        Job job = catalog.jobs()
                .find(id)
                .filter(found -> !found.isDeleted())
                .filter(found -> found.request().owner().startsWith(owner(from, "")))
                .orElseThrow(() ->
                        new MoverException(ErrorCode.UNKNOWN_JOB, "site " + from + " has no job " + id + " here"));
        checkGrants(from, job);
        return job;
    }

    private void checkGrants(SiteName from, Job job) {
        AskersRights.Rights asker = rights.of(from);
        JobSettings settings = job.request().settings();
        String destination = job.request().destination();
        NamedPlaces.ofOptions(destination == null ? List.of() : List.of(destination), settings)
                .forEach(place -> place.require(asker));
        if (job.request().kind() == JobKind.REPLICA_SET && destination != null) {
            asker.requireWritable(Endpoint.parse(destination));
            return;
        }
        List<NumberedItem> page = catalog.jobs().items(job.id(), 0, ITEMS_AT_ONCE);
        if (page.isEmpty() && !grants.mayWriteAnything(from)) {
            throw new MoverException(ErrorCode.NOT_ALLOWED, "nothing may be written here for site " + from);
        }
        while (!page.isEmpty()) {
            for (NumberedItem item : page) check(asker, item.item());
            int next = page.get(page.size() - 1).number() + 1;
            page = page.size() < ITEMS_AT_ONCE ? List.of() : catalog.jobs().items(job.id(), next, ITEMS_AT_ONCE);
        }
    }

    private static void check(AskersRights.Rights asker, SubmittedItem item) {
        asker.requireWritable(Endpoint.parse(item.destination()));
        if (!(item.source() instanceof ItemSource.AtSite at)) return;
        Endpoint source = at.endpoint();
        if (source.site().equals(asker.own())) asker.requireReadable(source); // elsewhere nothing here is shown
    }

    /** Refuses a job that names a place here for which the site has no grant, whatever the kind of the job makes of it. */
    void checkSubmitted(SiteName from, SubmitJob job) {
        AskersRights.Rights asker = rights.of(from);
        NamedPlaces.of(job).forEach(place -> place.require(asker));
    }

    /** Refuses a site for which nothing may be written here, with what to do. This one needs no grant. */
    void requireAnyWrite(SiteName from) {
        if (rights.of(from).limited().isEmpty() || grants.mayWriteAnything(from)) return;
        throw new MoverException(
                ErrorCode.NOT_ALLOWED,
                "site " + from
                        + " may not submit jobs here: nothing may be written for it; pair again with 'site invite "
                        + from + " --write EXPORT'");
    }
}
