package org.bdm.server.api.http;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.job.submit.Submitter;
import org.bdm.server.message.Numbers;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that a caller sees and steers: all, or only those with the caller's name as owner. For who sees only the own ones a job of somebody
 * else is not there, and asking for it is a line of the audit log. Every resource that is given the id of a job asks here. Any thread that
 * may block.
 */
public final class VisibleJobs {
    private final Catalog catalog;
    private final RefusedAccess refused;

    VisibleJobs(Catalog catalog, RefusedAccess refused) {
        this.catalog = catalog;
        this.refused = refused;
    }

    /** True if this caller sees the own jobs only. */
    public static boolean isLimited(Caller caller) {
        return !caller.may(Role.READER);
    }

    /** True if this caller may learn of what belongs to {@code owner}. */
    public static boolean sees(Caller caller, String owner) {
        return !isLimited(caller) || caller.owner().equals(owner);
    }

    /** The job of this id, to look at; UNKNOWN_JOB. */
    public Job seen(String id) {
        return seen(Numbers.job(id));
    }

    /** The job of this id, to look at; UNKNOWN_JOB. */
    public Job seen(JobId id) {
        return seen(existing(id));
    }

    private Job seen(Job job) {
        String caller = CallerAuthentication.current().owner();
        requireSeen(job.id().toString(), job.request().owner(), caller);
        return job;
    }

    /**
     * Refuses a job that the caller may not look at, of this site or another; UNKNOWN_JOB.
     *
     * @param callerThere how the site of the job names the caller
     */
    public void requireSeen(String id, String owner, String callerThere) {
        if (!isLimited(CallerAuthentication.current()) || callerThere.equals(owner)) return;
        refused.noteHidden(id + " belongs to " + owner);
        throw unknown(id);
    }

    /** Refuses a job that the caller sees and may not change; NOT_ALLOWED. */
    public void requireSteered(String id, String owner, String callerThere) {
        if (callerThere.equals(owner) || CallerAuthentication.current().may(Role.OPERATOR)) return;
        refused.noteHidden(id + " belongs to " + owner);
        throw new MoverException(ErrorCode.NOT_ALLOWED, id + " is not yours; changing it needs the role operator");
    }

    /** The id of a job that the caller may change; UNKNOWN_JOB, NOT_ALLOWED. */
    public JobId steered(String id) {
        return steered(seen(id));
    }

    private JobId steered(Job job) {
        String caller = CallerAuthentication.current().owner();
        requireSteered(job.id().toString(), job.request().owner(), caller);
        return job.id();
    }

    /** The id of a job that the caller may delete, also a second time; UNKNOWN_JOB, NOT_ALLOWED. */
    public JobId deletable(String id) {
        JobId job = Numbers.job(id);
        return steered(seen(catalog.jobs().find(job).orElseThrow(() -> unknown(job.toString()))));
    }

    /** True if the caller may learn of an event; of none that belongs to no job, if only the own ones are seen. */
    public boolean sees(Caller caller, @Nullable JobId job) {
        if (!isLimited(caller)) return true;
        if (job == null) return false;
        return catalog.jobs()
                .find(job)
                .filter(found -> sees(caller, found.request().owner()))
                .isPresent();
    }

    /** The caller as somebody who submits. */
    public static Submitter submitter() {
        Caller caller = CallerAuthentication.current();
        return new Submitter(caller.owner(), isLimited(caller));
    }

    private Job existing(JobId id) {
        return catalog.jobs().find(id).filter(job -> !job.isDeleted()).orElseThrow(() -> unknown(id.toString()));
    }

    private static MoverException unknown(String id) {
        boolean isElsewhere = id.indexOf(':') >= 0;
        return new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + (isElsewhere ? "job '" + id + "'" : id));
    }
}
