package org.bdm.server.tape;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.HttpOrigin;
import org.bdm.server.discovery.http.BoundedBody;

/**
 * One WLCG Tape REST service, version 1. Paths go in bulks that the strictest one takes, names of resources have no slash at their end, and
 * requests have no member but those that all understand. Any thread that may block.
 *
 * @param base its address, without a slash at the end
 */
record TapeService(URI base, TapeConnections connections) {
    /** dCache takes no more in one request. */
    static final int BULK_MAX = 500;

    /** If nothing is said of so few files, nothing will be. */
    private static final int SMALL_BULK = 8;

    /** A request that was taken, and where its state is told. */
    record Taken(String id, URI address) {}

    /**
     * Returns where these files are. What a service leaves out, as dCache does beyond a number of files, is asked for again in smaller bulks; a
     * file of which it says nothing even then is not answered. One path that it fails on keeps no other one waiting.
     *
     * @param paths in their normal form
     * @throws MoverException DATA_NODE_UNREACHABLE or DATA_NODE_BUSY if it does not answer, or fails on all of them
     */
    Map<String, FileLocality> localities(List<String> paths) {
        Map<String, FileLocality> found = new HashMap<>();
        PathBulks.Taker taker = new PathBulks.Taker() {
            @Override
            public List<String> answered(List<String> asked, TapeReply reply) {
                return leftOut(asked, TapeAnswers.localities(reply.body()), found);
            }

            @Override
            public void failed(String path, TapeReply reply) {
                found.put(path, FileLocality.failed(reply.status()));
            }
        };
        PathBulks bulks = new PathBulks(List.copyOf(new LinkedHashSet<>(paths)), BULK_MAX);
        TapeReply trouble = bulks.ask(bulk -> connections.post(at("archiveinfo"), Map.of("paths", bulk)), taker);
        if (trouble != null) throw refused("archiveinfo", trouble);
        return found;
    }

    private static List<String> leftOut(
            List<String> asked, Map<String, FileLocality> said, Map<String, FileLocality> found) {
        List<String> missing = new ArrayList<>();
        for (String path : asked) {
            FileLocality locality = said.get(path);
            if (locality == null) missing.add(path);
            else found.put(path, locality);
        }
        boolean isGivenUp = missing.size() == asked.size() && asked.size() <= SMALL_BULK;
        if (isGivenUp) missing.forEach(path -> found.put(path, FileLocality.NOT_ANSWERED));
        return isGivenUp ? List.of() : missing;
    }

    /** Takes the outcome for files that a service is asked to bring. */
    interface Stager {
        /** The service took a request for these. */
        void taken(List<String> paths, Taken request);

        /** The service takes no request for this one; the status is what it answers. */
        void refused(String path, int status);
    }

    /**
     * Requests files from tape, in this order as far as the service takes them in it. One path that it fails on keeps no other one waiting.
     *
     * @param paths at most {@link #BULK_MAX}
     * @throws MoverException DATA_NODE_UNREACHABLE or DATA_NODE_BUSY if it takes no request
     */
    void stage(List<String> paths, Stager stager) {
        PathBulks.Taker taker = new PathBulks.Taker() {
            @Override
            public List<String> answered(List<String> asked, TapeReply reply) {
                stager.taken(asked, taken(reply));
                return List.of();
            }

            @Override
            public void failed(String path, TapeReply reply) {
                stager.refused(path, reply.status());
            }
        };
        TapeReply trouble = new PathBulks(paths, BULK_MAX).ask(this::postStage, taker);
        if (trouble != null) throw refused("stage", trouble);
    }

    private TapeReply postStage(List<String> paths) {
        List<Map<String, String>> files =
                paths.stream().map(path -> Map.of("path", path)).toList();
        return connections.post(at("stage"), Map.of("files", files));
    }

    private Taken taken(TapeReply reply) {
        Optional<String> id = TapeAnswers.requestId(reply.body());
        Optional<URI> told = reply.location().flatMap(this::ofThisService);
        URI address = told.or(() -> id.map(this::ofRequest))
                .orElseThrow(() -> new MoverException(
                        ErrorCode.DATA_NODE_UNREACHABLE,
                        "the tape service " + base + " took a request and does not say which it is"));
        String path = address.getPath();
        return new Taken(id.orElse(path.substring(path.lastIndexOf('/') + 1)), address);
    }

    /** An address that leads elsewhere is the word of another, and would get our token. */
    private Optional<URI> ofThisService(String location) {
        try {
            URI at = URI.create(base + "/stage").resolve(location.strip());
            boolean isHere = HttpOrigin.isHttp(at) && HttpOrigin.of(at).equals(HttpOrigin.of(base));
            return isHere && at.getPath() != null && !at.getPath().endsWith("/") ? Optional.of(at) : Optional.empty();
        } catch (IllegalArgumentException | MoverException e) {
            return Optional.empty(); // the id is enough
        }
    }

    /** Returns the state of the files of a request; empty if the service has forgotten it. */
    Optional<Map<String, StageProgress>> progress(URI request) {
        TapeReply reply = connections.get(request);
        if (reply.status() == 404 || reply.status() == 410) return Optional.empty();
        if (!reply.isDone()) throw refused("the state of a request", reply);
        return Optional.of(TapeAnswers.progress(reply.body()));
    }

    /** Asks to bring these no more. False if the service does not: it may not know one of them. */
    boolean cancel(String request, List<String> paths) {
        return isDoneOrUnknown(connections.post(URI.create(ofRequest(request) + "/cancel"), Map.of("paths", paths)));
    }

    /** Ends a request of which no file is on disk. */
    boolean delete(String request) {
        return isDoneOrUnknown(connections.delete(ofRequest(request)));
    }

    /** Says that these may leave the disk. False if the service does not take that. */
    boolean release(String request, List<String> paths) {
        TapeReply reply = connections.post(URI.create(base + "/release/" + encoded(request)), Map.of("paths", paths));
        return (reply.status() < 500 || reply.isTooMany()) && isDoneOrUnknown(reply);
    }

    /**
     * Returns true if an error is about what was asked, and other requests may be answered: not if the service is busy, did not answer, or wants a
     * login.
     */
    static boolean isOfOneRequest(MoverException e) {
        boolean isCut = e.getCause() instanceof IOException && !(e.getCause() instanceof BoundedBody.TooLong);
        return e.code() == ErrorCode.DATA_NODE_UNREACHABLE && !isCut;
    }

    /** Returns how long the service asked to wait when it had too much to do; each such answer counts once. */
    Optional<Duration> takePause() {
        return connections.takePause(base);
    }

    private boolean isDoneOrUnknown(TapeReply reply) {
        if (reply.isTooMany() || reply.status() >= 500) throw refused("a request", reply);
        return reply.isDone() || reply.status() == 404;
    }

    private URI ofRequest(String id) {
        return URI.create(base + "/stage/" + encoded(id));
    }

    private static String encoded(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private URI at(String resource) {
        return URI.create(base + "/" + resource);
    }

    private MoverException refused(String what, TapeReply reply) {
        ErrorCode code = reply.isTooMany()
                ? ErrorCode.DATA_NODE_BUSY
                : reply.status() == 401 ? ErrorCode.LOGIN_NEEDED : ErrorCode.DATA_NODE_UNREACHABLE;
        return new MoverException(code, "the tape service " + base + " answers " + reply.status() + " to " + what);
    }
}
