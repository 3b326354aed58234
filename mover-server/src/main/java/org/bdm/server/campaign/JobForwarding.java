package org.bdm.server.campaign;

import java.time.Clock;
import java.time.Instant;
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
import org.bdm.server.site.access.PeerContacts;
import org.bdm.server.site.access.SiteCalls;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
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
    static final String ETAG = "etag"; // a field of its own beside those of the job

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final int TRIES = 3;
    private static final int KNOWN_MAX = 1_000;
    private static final long KNOWN_NANOS = 1_000_000_000L;

    private final Catalog catalog;
    private final OwnSite own;
    private final SiteCalls calls;
    private final PeerContacts contacts;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final Map<String, Known> known = new LinkedHashMap<>(); // guarded by itself

    private record Known(ForwardedView view, long atNanos, Instant at) {}

    /** With its parts; {@code nanoTime} for ages, the clock for moments that are shown. */
    public JobForwarding(
            Catalog catalog, OwnSite own, SiteCalls calls, PeerContacts contacts, Clock clock, LongSupplier nanoTime) {
        this.catalog = catalog;
        this.own = own;
        this.calls = calls;
        this.contacts = contacts;
        this.clock = clock;
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
            return view(site, repeated(site, body)).job();
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

    /** Returns the job as its site knows it now, or knew it a second ago; as {@link #ask}. */
    public ForwardedView look(ForwardedId id, Asker by) {
        synchronized (known) {
            Known last = known.get(id.toString());
            if (last != null && nanoTime.getAsLong() - last.atNanos() < KNOWN_NANOS) return last.view();
        }
        return view(id, GET, new ForwardedQuestion(id.job(), by.name()), by);
    }

    /** Cancels the job; gives it as it is then, which may be before its end; as {@link #ask}. */
    public ForwardedView cancel(ForwardedId id, Asker by) {
        return view(id, CANCEL, new ForwardedQuestion(id.job(), by.name()), by);
    }

    /** Asks something that is answered with a job. */
    ForwardedView view(ForwardedId id, String what, Object question, Asker by) {
        return view(id.site(), ask(id, what, question, by));
    }

    /**
     * Asks the site of a job.
     *
     * @throws MoverException UNKNOWN_JOB, NOT_ALLOWED, UNSUPPORTED; PEER_UNREACHABLE with what is known, if the asker may see the job; else
     *     what the site refuses it with
     */
    byte[] ask(ForwardedId id, String what, Object question, Asker by) {
        if (catalog.sites().find(id.site()).isEmpty()) throw unknown(id, null);
        try {
            return calls.call(id.site(), what, JSON.writeValueAsBytes(question));
        } catch (MoverException e) {
            throw refused(id, by, e);
        }
    }

    private MoverException refused(ForwardedId id, Asker by, MoverException reason) {
        SiteName site = id.site();
        String said = " (" + reason.detail() + ")";
        return switch (reason.code()) {
            case UNKNOWN_JOB -> unknown(id, reason);
            case NOT_ALLOWED, TICKET_INVALID, TICKET_FOREIGN, PEER_NOT_PINNED ->
                new MoverException(
                        ErrorCode.NOT_ALLOWED,
                        "site '" + site + "' lets site '" + own.name() + "' neither see nor change this job" + said
                                + url(site),
                        reason);
            case UNSUPPORTED ->
                new MoverException(
                        ErrorCode.UNSUPPORTED, "site '" + site + "' cannot answer this" + said + url(site), reason);
            case PEER_UNREACHABLE, CONNECTION_LOST, GOING_AWAY, TIMED_OUT, STOPPING ->
                new MoverException(
                        ErrorCode.PEER_UNREACHABLE,
                        "site '" + site + "' does not answer" + said + sinceWhen(site) + known(id, by),
                        reason);
            default -> reason;
        };
    }

    /** The same sentence for a job that is hidden and for one that does not exist. */
    public static MoverException unknown(ForwardedId id, @Nullable MoverException reason) {
        return new MoverException(ErrorCode.UNKNOWN_JOB, "there is no job '" + id + "'", reason);
    }

    /** Refuses what only the site of the job can do; UNSUPPORTED with its URL. */
    public MoverException onlyThere(ForwardedId id, String what) {
        return new MoverException(
                ErrorCode.UNSUPPORTED,
                what + " is possible only at site '" + id.site() + "', as " + id.job() + url(id.site()));
    }

    private String sinceWhen(SiteName site) {
        return contacts.of(site)
                .map(last -> {
                    if (last.lastSeenAt() != null) return "; it last answered at " + last.lastSeenAt();
                    return last.isReachable() ? "" : "; it has not answered since " + last.since();
                })
                .orElse("");
    }

    private String known(ForwardedId id, Asker by) {
        Known last;
        synchronized (known) {
            last = known.get(id.toString());
        }
        if (last == null) return "";
        JobView job = last.view().job();
        if (by.isLimited() && !ownerThere(by.name()).equals(job.owner())) return "";
        return "; at " + last.at() + " the job was " + job.state() + " with "
                + job.files().done() + " of " + job.files().total() + " files done";
    }

    private ForwardedView view(SiteName site, byte[] answer) {
        ObjectNode read = read(answer);
        JsonNode etag = read.get(ETAG);
        JobView there = job(read);
        String retryOf = there.retryOf();
        JobView job = there.withIds(
                new ForwardedId(site, there.id()).toString(),
                retryOf == null ? null : new ForwardedId(site, retryOf).toString());
        ForwardedView view = new ForwardedView(job, etag == null ? null : etag.asString());
        synchronized (known) {
            known.remove(job.id());
            known.put(job.id(), new Known(view, nanoTime.getAsLong(), clock.instant()));
            if (known.size() > KNOWN_MAX) known.remove(known.keySet().iterator().next());
        }
        return view;
    }

    private static JobView job(ObjectNode read) {
        try {
            return JSON.treeToValue(read, JobView.class);
        } catch (JacksonException e) {
            throw new MoverException(ErrorCode.PROTOCOL_VIOLATION, "the answer of a site is not a job", e);
        }
    }

    private static ObjectNode read(byte[] answer) {
        try {
            if (JSON.readTree(answer) instanceof ObjectNode job) return job;
            throw new MoverException(ErrorCode.PROTOCOL_VIOLATION, "the answer of a site is not a job");
        } catch (JacksonException e) {
            throw new MoverException(ErrorCode.PROTOCOL_VIOLATION, "the answer of a site is not a job", e);
        }
    }

    /** The owner that a job has at the site that it was passed on to. */
    public String ownerThere(String owner) {
        return ForwardedAccess.owner(own.name(), owner);
    }
}
