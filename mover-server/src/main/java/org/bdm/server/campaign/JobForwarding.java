package org.bdm.server.campaign;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.bdm.core.control.job.ForwardedJob;
import org.bdm.core.control.job.ForwardedQuestion;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.wire.WireLimits;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.site.Site;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.SiteCalls;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Passes jobs for other destinations on to their sites, and asks how they do. Nothing of them is kept here: the other site owns them, and
 * their ids name it. Any thread that may block.
 */
public final class JobForwarding {
    static final String SUBMIT = "jobs.submit";
    static final String GET = "jobs.get";
    static final String CANCEL = "jobs.cancel";

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final int TRIES = 3;
    private static final int KNOWN_MAX = 1_000;
    private static final long KNOWN_NANOS = 1_000_000_000L;

    private final Catalog catalog;
    private final OwnSite own;
    private final SiteCalls calls;
    private final LongSupplier nanoTime;
    private final Map<String, Known> known = new LinkedHashMap<>(); // guarded by itself

    private record Known(JobView view, long atNanos) {}

    /** With its parts. */
    public JobForwarding(Catalog catalog, OwnSite own, SiteCalls calls, LongSupplier nanoTime) {
        this.catalog = catalog;
        this.own = own;
        this.calls = calls;
        this.nanoTime = nanoTime;
    }

    /** The paired site that a job is for; empty for one of this site, and for one that no single paired site can do. */
    public Optional<SiteName> destination(SubmitJob job) {
        if ("REPAIR".equalsIgnoreCase(job.kind()) || job.draft() != null) return Optional.empty();
        SiteName found = null;
        try {
            for (String destination : destinations(job)) {
                SiteName site = Endpoint.parse(destination).site();
                if (site.equals(own.name()) || (found != null && !found.equals(site))) return Optional.empty();
                found = site;
            }
        } catch (MoverException e) {
            return Optional.empty(); // it is refused here, with all that is wrong
        }
        return Optional.ofNullable(found)
                .filter(site -> catalog.sites().find(site).isPresent());
    }

    /** All places that a message names, whatever its kind makes of them. */
    static List<String> destinations(SubmitJob job) {
        return Stream.concat(
                        Stream.ofNullable(job.destination()),
                        job.items().stream().map(JobItem::destination))
                .distinct()
                .toList();
    }

    /**
     * Submits a job at the site of its destination.
     *
     * @param key null: one is made, and the job is sent with it until the site answers, a few times
     * @return the job, under an id that names its site
     * @throws MoverException DESTINATION_NOT_LOCAL if the site lets this one submit nothing there; OUTCOME_UNKNOWN if it did not answer;
     *     else what the site refuses the job with
     */
    public JobView submit(SiteName site, SubmitJob job, @Nullable String key, String owner) {
        String used = key == null ? UUID.randomUUID().toString() : key;
        byte[] body = message(new ForwardedJob(owner, used, job));
        if (body.length > WireLimits.CALL_BODY_BYTES_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    "a job for another site has at most " + (WireLimits.CALL_BODY_BYTES_MAX >> 10)
                            + " KiB; submit longer lists at site '" + site + "'");
        }
        try {
            return view(site, repeated(site, body));
        } catch (MoverException e) {
            throw refused(site, used, e);
        }
    }

    /** Leaves out of the job what is not said: a site of an earlier version refuses fields that it does not know. */
    private static byte[] message(ForwardedJob job) {
        ObjectNode message = JSON.valueToTree(job);
        if (message.get("job") instanceof ObjectNode fields) fields.removeNulls();
        return JSON.writeValueAsBytes(message);
    }

    private byte[] repeated(SiteName site, byte[] body) {
        for (int tries = 1; ; tries++) {
            try {
                return calls.call(site, SUBMIT, body);
            } catch (MoverException e) {
                boolean isLost = e.code() == ErrorCode.CONNECTION_LOST || e.code() == ErrorCode.GOING_AWAY;
                if (!isLost || tries == TRIES) throw e;
            }
        }
    }

    private MoverException refused(SiteName site, String key, MoverException reason) {
        return switch (reason.code()) {
            case NOT_ALLOWED, UNSUPPORTED, TICKET_INVALID ->
                new MoverException(
                        ErrorCode.DESTINATION_NOT_LOCAL,
                        "the destination is site '" + site + "', which takes no such job from site '" + own.name()
                                + "' (" + reason.detail() + ")" + url(site),
                        reason);
            case CONNECTION_LOST, GOING_AWAY, TIMED_OUT ->
                new MoverException(
                        ErrorCode.OUTCOME_UNKNOWN,
                        "site '" + site + "' did not answer: the job may be there. Submit it again with the"
                                + " Idempotency-Key " + key + " (" + reason.detail() + ")",
                        reason);
            default -> reason;
        };
    }

    private String url(SiteName site) {
        String url = catalog.sites().find(site).map(Site::controlUrl).orElse(null);
        return url == null ? "; the URL of its control plane is not known here" : "; ask " + url;
    }

    /** Returns the job as its site knows it now, or knew it a second ago; UNKNOWN_JOB, errors of the connection. */
    public JobView look(ForwardedId id) {
        synchronized (known) {
            Known last = known.get(id.toString());
            if (last != null && nanoTime.getAsLong() - last.atNanos() < KNOWN_NANOS) return last.view();
        }
        return ask(id, GET, own.name().value());
    }

    /** Cancels the job; gives it as it is then, which may be before its end. */
    public JobView cancel(ForwardedId id, String by) {
        return ask(id, CANCEL, by);
    }

    private JobView ask(ForwardedId id, String what, String by) {
        if (catalog.sites().find(id.site()).isEmpty()) {
            throw new MoverException(
                    ErrorCode.UNKNOWN_JOB, "there is no job '" + id + "': no such site is paired with this one");
        }
        byte[] body = JSON.writeValueAsBytes(new ForwardedQuestion(id.job(), by));
        return view(id.site(), calls.call(id.site(), what, body));
    }

    private JobView view(SiteName site, byte[] answer) {
        JobView there = read(answer);
        JobView view = there.withId(new ForwardedId(site, there.id()).toString());
        synchronized (known) {
            known.remove(view.id());
            known.put(view.id(), new Known(view, nanoTime.getAsLong()));
            if (known.size() > KNOWN_MAX) known.remove(known.keySet().iterator().next());
        }
        return view;
    }

    /** Fields that a newer version adds are left out. */
    private static JobView read(byte[] answer) {
        try {
            return JSON.readValue(answer, JobView.class);
        } catch (JacksonException e) {
            throw new MoverException(ErrorCode.PROTOCOL_VIOLATION, "the answer of a site is not a job", e);
        }
    }

    /** The owner that a job has at the site that it was passed on to. */
    public String ownerThere(String owner) {
        return ForwardAnswers.owner(own.name(), owner);
    }
}
