package org.bdm.server.attention;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.PauseReason;
import org.jspecify.annotations.Nullable;

/** Says for each reason why a job waits or failed what a person does before the job is resumed or retried. Any thread. */
final class JobCures {
    private static final String DOCTOR = "bdm-client doctor";
    private static final String DOCTOR_PAGE = "/settings?tab=doctor";
    private static final String DATA_NODES = "/data-nodes";
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:-]{1,253}");
    private static final String EXPORTS = "bdm-client export list";

    private final Job job;

    JobCures(Job job) {
        this.job = job;
    }

    /** Returns what to do about a pause; empty for one that a person made, which nothing but resuming ends. */
    List<Cure> ofPause(String code, String text) {
        if (code.equals(PauseReason.BY_USER.name())) return List.of();
        if (code.equals(PauseReason.CREDENTIALS.name())) return ofPairing(told(text));
        List<Cure> known = ofCode(code);
        return known.isEmpty() ? List.of(explanation()) : known;
    }

    /** Returns what to do about a failure before the job is retried, deleted or put away. */
    List<Cure> ofFailure(String code, long files) {
        List<Cure> known = ofCode(code);
        if (!known.isEmpty()) return known;
        return List.of(files > 0 ? failures(code) : outcome());
    }

    /** Finds the error in the sentence of a pause, which begins with its code or ends with its advice. */
    private static @Nullable ErrorCode told(String text) {
        for (ErrorCode code : ErrorCode.values()) {
            if (text.startsWith(code.name() + ":") || text.endsWith(code.advice())) return code;
        }
        return null;
    }

    private List<Cure> ofPairing(@Nullable ErrorCode code) {
        String source = job.request().source();
        if (source != null && source.startsWith("http"))
            return List.of(dataNode("Give it a token", " --node-token-file FILE"));
        String site = host(source, "bdm").orElse("");
        String page = site.isEmpty() ? "/sites" : "/sites/" + site;
        String name = site.isEmpty() ? "SITE" : site;
        Cure look = new Cure("Check the pairing", "bdm-client site show " + name, page);
        if (code == null) return List.of(look);
        return switch (code) {
            case UNKNOWN_SITE ->
                List.of(new Cure("Pair with the site", "bdm-client site add " + name + " CODE", "/sites"));
            case UNKNOWN_EXPORT, NOT_ALLOWED -> List.of(new Cure("See what it grants", look.command(), look.page()));
            case PEER_NOT_PINNED ->
                List.of(look, new Cure("Pin its new key", "bdm-client site rekey " + name + " CODE", page));
            case PROTOCOL_VERSION -> List.of(look, new Cure("Compare the versions", "bdm-client version", null));
            case SECURITY_MISMATCH -> List.of(look, new Cure("Check this host", DOCTOR, DOCTOR_PAGE));
            default -> List.of(look);
        };
    }

    private List<Cure> ofCode(String code) {
        for (ErrorCode known : ErrorCode.values()) {
            if (known.name().equals(code)) return ofError(known);
        }
        return List.of();
    }

    private List<Cure> ofError(ErrorCode code) {
        return switch (code) {
            case NO_SPACE -> space();
            case QUOTA_EXCEEDED -> quota();
            case READ_ONLY, EXPORT_READ_ONLY, PERMISSION, CONFINEMENT_UNAVAILABLE -> rights();
            case EXPORT_MISSING, EXPORT_DIFFERS -> export();
            case LOGIN_NEEDED -> List.of(dataNode("Give it a token", " --node-token-file FILE"));
            case CERTIFICATE_REFUSED -> List.of(dataNode("Give it certificates to trust", " --node-ca-file FILE"));
            case ADDRESS_REFUSED, PLAIN_HTTP_REFUSED, NOT_DATA, DATA_NODE_UNREACHABLE, DATA_NODE_BUSY, BEING_STAGED ->
                List.of(new Cure("Look at the data nodes", "bdm-client data-node list", DATA_NODES));
            case PEER_UNREACHABLE, PEER_NOT_PINNED, SECURITY_MISMATCH, PROTOCOL_VERSION, NOT_ALLOWED, UNKNOWN_SITE ->
                ofPairing(code);
            case SITE_BANNED -> List.of(new Cure("Look at the bans", "bdm-client site list", "/sites"));
            case CHECKSUM_DISPUTED ->
                List.of(new Cure("Decide the disputes", "bdm-client dispute list", "/datasets?tab=disputes"));
            case WINDOW_CLOSED -> List.of(new Cure("See the hours of the links", "bdm-client link list", "/links"));
            case UNKNOWN_DATASET, INDEX_INCOMPLETE, INDEX_UNAVAILABLE ->
                List.of(new Cure("Search for the dataset", "bdm-client search TEXT", "/replicate"));
            default ->
                code.kind() == ErrorKind.DEFECT ? List.of(new Cure("Check this host", DOCTOR, DOCTOR_PAGE)) : List.of();
        };
    }

    /** Nothing of these removes a file before somebody applied a plan. */
    private List<Cure> space() {
        String at = exportName().map(name -> " --export " + name).orElse("");
        return List.of(
                new Cure("See the space of the exports", EXPORTS, place()),
                new Cure(
                        "Find what takes the space",
                        "bdm-client completeness --by source_id",
                        "/datasets?by=source_id"),
                new Cure("Plan a purge", "bdm-client purge --plan" + at, "/holdings?tab=purges"));
    }

    private List<Cure> quota() {
        return List.of(
                new Cure("See the space of the exports", EXPORTS, place()),
                new Cure("Plan a purge", "bdm-client purge --plan", "/holdings?tab=purges"));
    }

    private List<Cure> rights() {
        return List.of(
                new Cure("See the rights of the export", EXPORTS, place()),
                new Cure("Check this host", DOCTOR, DOCTOR_PAGE));
    }

    private List<Cure> export() {
        return List.of(
                new Cure("See what to mount", EXPORTS, place()), new Cure("Check this host", DOCTOR, DOCTOR_PAGE));
    }

    private Cure dataNode(String label, String option) {
        Optional<String> host = host(job.request().source(), "https")
                .or(() -> host(job.request().source(), "http"));
        return new Cure(
                label,
                "bdm-client data-node set " + host.orElse("HOST") + option,
                DATA_NODES + host.map(name -> "?node=" + name).orElse(""));
    }

    private Cure failures(String code) {
        return new Cure(
                "See the failed files",
                "bdm-client files " + job.id() + " --state FAILED",
                "/jobs/" + job.id() + "?state=FAILED&code=" + code);
    }

    private Cure outcome() {
        return new Cure("See what failed", "bdm-client report " + job.id(), "/jobs/" + job.id());
    }

    private Cure explanation() {
        return new Cure("See why it waits", "bdm-client explain " + job.id(), "/jobs/" + job.id());
    }

    /** Returns the page of the site that writes the files, which shows its exports. */
    private String place() {
        return host(job.request().destination(), "bdm")
                .map(site -> "/sites/" + site)
                .orElse("/sites");
    }

    private Optional<String> exportName() {
        String destination = job.request().destination();
        if (destination == null || host(destination, "bdm").isEmpty()) return Optional.empty();
        String[] parts = destination.split("/", 5);
        return parts.length < 4 || parts[3].isEmpty() ? Optional.empty() : Optional.of(parts[3]);
    }

    private static Optional<String> host(@Nullable String place, String scheme) {
        if (place == null || !place.startsWith(scheme + "://")) return Optional.empty();
        String host = place.substring(scheme.length() + 3).split("/", 2)[0];
        return HOST.matcher(host).matches() ? Optional.of(host) : Optional.empty();
    }
}
