package org.bdm.server.campaign;

import org.bdm.core.control.Page;
import org.bdm.core.control.job.DecisionView.JobDecisionView;
import org.bdm.core.control.job.EventView;
import org.bdm.core.control.job.ExplanationView;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.ReportView;
import org.bdm.core.control.link.JobRatesView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Looks into jobs that were passed on, by asking their site each time; nothing of the answers is kept. Every method throws what the site
 * refuses it with, and PEER_UNREACHABLE. Any thread that may block.
 */
public final class ForwardedLooks {
    static final String FILES = "jobs.files";
    static final String FILE = "jobs.file";
    static final String EVENTS = "jobs.events";
    static final String DECISIONS = "jobs.decisions";
    static final String RATES = "jobs.rates";
    static final String EXPLANATION = "jobs.explanation";
    static final String REPORT = "jobs.report";

    private static final JsonMapper JSON = JsonMapper.shared();

    private final JobForwarding forwarding;

    /** With what knows the sites. */
    public ForwardedLooks(JobForwarding forwarding) {
        this.forwarding = forwarding;
    }

    /** Returns a page of files; it may be shorter than {@code limit} and still have a next one. */
    public Page<FileView> files(
            ForwardedId id,
            @Nullable String state,
            @Nullable String q,
            @Nullable String cursor,
            @Nullable Integer limit,
            Asker by) {
        ForwardedLook look = new ForwardedLook(id.job(), by.name(), null, state, q, cursor, limit);
        return read(forwarding.ask(id, FILES, look, by), new TypeReference<>() {});
    }

    /** Returns one file with its last attempts. */
    public FileView file(ForwardedId id, String fileId, Asker by) {
        ForwardedLook look = new ForwardedLook(id.job(), by.name(), fileId, null, null, null, null);
        return read(forwarding.ask(id, FILE, look, by), new TypeReference<>() {});
    }

    /** Returns a page of events, which name the job as this site does. */
    public Page<EventView> events(ForwardedId id, @Nullable String cursor, @Nullable Integer limit, Asker by) {
        ForwardedLook look = new ForwardedLook(id.job(), by.name(), null, null, null, cursor, limit);
        Page<EventView> page = read(forwarding.ask(id, EVENTS, look, by), new TypeReference<>() {});
        return new Page<>(
                page.items().stream().map(event -> event.ofJob(id.toString())).toList(), page.nextCursor());
    }

    /** Returns a page of decisions; it may be shorter than {@code limit} and still have a next one. */
    public Page<JobDecisionView> decisions(ForwardedId id, @Nullable String cursor, @Nullable Integer limit, Asker by) {
        ForwardedLook look = new ForwardedLook(id.job(), by.name(), null, null, null, cursor, limit);
        return read(forwarding.ask(id, DECISIONS, look, by), new TypeReference<>() {});
    }

    /** Returns what the job moved, by time. */
    public JobRatesView rates(ForwardedId id, Asker by) {
        return read(forwarding.ask(id, RATES, whole(id, by), by), new TypeReference<>() {});
    }

    /** Returns why the job is where it is. */
    public ExplanationView explanation(ForwardedId id, Asker by) {
        ForwardedLook look = whole(id, by);
        ExplanationView there = read(forwarding.ask(id, EXPLANATION, look, by), new TypeReference<>() {});
        return there.ofJob(id.toString());
    }

    /** Returns what the job did. */
    public ReportView report(ForwardedId id, Asker by) {
        ReportView there = read(forwarding.ask(id, REPORT, whole(id, by), by), new TypeReference<>() {});
        return there.ofJob(id.toString());
    }

    private static ForwardedLook whole(ForwardedId id, Asker by) {
        return new ForwardedLook(id.job(), by.name(), null, null, null, null, null);
    }

    /** Fields that a newer version adds are left out. */
    private static <T> T read(byte[] answer, TypeReference<T> type) {
        try {
            return JSON.readValue(answer, type);
        } catch (JacksonException e) {
            throw new MoverException(ErrorCode.PROTOCOL_VIOLATION, "the answer of a site is not what was asked for", e);
        }
    }
}
