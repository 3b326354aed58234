package org.bdm.server.campaign;

import java.util.List;
import java.util.function.BiPredicate;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.NumberedItem;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.message.Numbers;
import org.bdm.server.site.access.GrantsOfSites;
import org.bdm.server.site.access.OwnSite;

/**
 * Decides which jobs here a site may submit, see and change: those that it passed on, as long as its grants cover them. For any other job the
 * answer is the same as for one that does not exist. Any thread that may block.
 */
final class ForwardedAccess {
    private static final int ITEMS_AT_ONCE = 1000;

    private final Catalog catalog;
    private final OwnSite own;
    private final GrantsOfSites grants;

    ForwardedAccess(Catalog catalog, OwnSite own, GrantsOfSites grants) {
        this.catalog = catalog;
        this.own = own;
        this.grants = grants;
    }

    /** The owner of a job that a site passed on. */
    static String owner(SiteName from, String owner) {
        return "site:" + from + "/" + owner;
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
        BiPredicate<ExportName, StorePath> writable = grants.writable(from);
        String destination = job.request().destination();
        if (job.request().kind() == JobKind.REPLICA_SET && destination != null) {
            checkWritable(from, Endpoint.parse(destination), writable);
            return;
        }
        List<NumberedItem> page = catalog.jobs().items(job.id(), 0, ITEMS_AT_ONCE);
        if (page.isEmpty() && !grants.mayWriteAnything(from)) {
            throw new MoverException(ErrorCode.NOT_ALLOWED, "nothing may be written here for site " + from);
        }
        while (!page.isEmpty()) {
            for (NumberedItem item : page) check(from, item.item(), writable);
            int next = page.get(page.size() - 1).number() + 1;
            page = page.size() < ITEMS_AT_ONCE ? List.of() : catalog.jobs().items(job.id(), next, ITEMS_AT_ONCE);
        }
    }

    private void check(SiteName from, SubmittedItem item, BiPredicate<ExportName, StorePath> writable) {
        checkWritable(from, Endpoint.parse(item.destination()), writable);
        if (!item.hasCopies() && !item.isFromNowhere()) checkSource(from, Endpoint.parse(item.source()));
    }

    /** Refuses a job that names a place here for which the site has no grant. */
    void checkSubmitted(SiteName from, SubmitJob job) {
        BiPredicate<ExportName, StorePath> writable = grants.writable(from);
        for (String destination : JobForwarding.destinations(job)) {
            checkWritable(from, Endpoint.parse(destination), writable);
        }
        for (JobItem item : job.items()) {
            if (!SubmittedItem.isWeb(item.source())) checkSource(from, Endpoint.parse(item.source()));
        }
    }

    /** A destination elsewhere is refused when the job is checked. */
    private void checkWritable(SiteName from, Endpoint to, BiPredicate<ExportName, StorePath> writable) {
        if (!to.site().equals(own.name()) || writable.test(to.export(), to.path())) return;
        throw new MoverException(
                ErrorCode.NOT_ALLOWED, "site " + from + " has no right to have files written to " + to);
    }

    /** Refuses a source here that the site may not read itself: nobody reads it for the site. */
    private void checkSource(SiteName from, Endpoint source) {
        if (!source.site().equals(own.name())) return;
        if (grants.readable(from, source.export(), source.path()).contains(source.path())) return;
        throw new MoverException(ErrorCode.NOT_ALLOWED, "site " + from + " has no right to read " + source);
    }
}
