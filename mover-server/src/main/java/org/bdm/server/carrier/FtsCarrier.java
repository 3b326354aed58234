package org.bdm.server.carrier;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.server.catalog.handover.HandedFile;
import org.bdm.server.catalog.handover.Handover;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * FTS REST (https://fts3-docs.web.cern.ch/). A job has an id that follows from a text of our own, so that one whose answer was lost is found by
 * computing its id. FTS stores addresses as it gets them, and takes lists that cannot work: what it does not check is checked here.
 */
final class FtsCarrier implements Carrier {
    private static final Pattern ADDRESS = Pattern.compile("((?:gsiftp|davs?|https?|root|srm)://[^/\\s]+)(/.*)");
    private static final Set<String> ENDS = Set.of("FINISHED", "FAILED", "FINISHEDDIRTY", "CANCELED");
    private static final Set<String> TAPE = Set.of("STAGING", "STARTED", "ARCHIVING");
    private static final Set<String> NO_FAULT = Set.of("FINISHED", "NOT_USED");
    private static final String FILES = "?files=file_state,source_surl,dest_surl,reason";

    private final CarrierPlace place;
    private final String api;
    private final String verify;
    private final @Nullable CarrierSecret token;
    private final CarrierHttp http;
    private final RandomGenerator random;

    /**
     * With its parts.
     *
     * @param place its prefix is an address
     * @param api address of the service
     * @param verify {@code both}, {@code source}, {@code target} or {@code none}: which end compares the checksum of a file that has one
     * @param token a bearer token in a file; null if none is sent
     * @param certificates with which FTS is asked
     */
    FtsCarrier(
            CarrierParts parts,
            CarrierPlace place,
            String api,
            String verify,
            @Nullable CarrierSecret token,
            CarrierCertificates certificates) {
        this.place = place;
        this.api = api.replaceFirst("/+$", "");
        this.verify = verify;
        this.token = token;
        this.http = new CarrierHttp("FTS", parts, certificates);
        this.random = parts.random();
    }

    @Override
    public CarrierPlace place() {
        return place;
    }

    @Override
    public Optional<CarrierSource> sourceOf(String address) {
        Matcher matcher = ADDRESS.matcher(address);
        if (!matcher.matches() || address.startsWith(place.prefix() + "/")) return Optional.empty();
        return Optional.of(new CarrierSource(matcher.group(1), escaped(address)));
    }

    /** FTS decodes and encodes nothing. */
    private static String escaped(String address) {
        return address.replace(" ", "%20").replace("#", "%23");
    }

    @Override
    public boolean hasService() {
        return true;
    }

    private CarrierHttp.Answer ask(String method, String path, @Nullable JsonNode body)
            throws CarrierTrouble, InterruptedException {
        URI address = URI.create(api + path);
        HttpRequest.Builder request = http.request(address);
        CarrierSecret secret = token;
        if (secret != null) request.header("Authorization", "Bearer " + secret.read());
        HttpRequest.BodyPublisher sent = body == null ? HttpRequest.BodyPublishers.noBody() : CarrierHttp.json(body);
        if (body != null) request.header("Content-Type", "application/json"); // else FTS does not read it
        return http.send(address, request.method(method, sent));
    }

    private CarrierTrouble trouble(String what, CarrierHttp.Answer answer) {
        String remedy = switch (answer.status()) {
            case 419 ->
                "the credential of the carrier has to be delegated to FTS ('fts-rest-delegate'); then"
                        + " 'bdm-client handover again ID'";
            case 401, 403 -> "give the carrier a credential that FTS accepts; then 'bdm-client handover again ID'";
            default -> "correct that, then 'bdm-client handover again ID'";
        };
        return http.trouble(what, answer, remedy);
    }

    @Override
    public String newSubmission() {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    @Override
    public String submit(CarrierList list) throws CarrierTrouble, InterruptedException {
        ObjectNode document = document(list);
        CarrierHttp.Answer answer = ask("POST", "/jobs", document);
        String job = answer.text("job_id");
        if (answer.isGood() && job.matches("[0-9A-Za-z-]{1,100}")) return job;
        if (answer.status() == 409) return found(list);
        throw trouble("does not take the list of " + list.label(), answer);
    }

    private ObjectNode document(CarrierList list) throws CarrierTrouble {
        ObjectNode document = CarrierHttp.JSON.createObjectNode();
        for (HandedFile file : list.files()) {
            String destination = destination(file);
            check(file.sourcePath(), destination);
            ObjectNode one = document.withArray("files").addObject();
            one.putArray("sources").add(file.sourcePath());
            one.putArray("destinations").add(destination);
            if (file.size() >= 0) one.put("filesize", file.size());
            md5(file).ifPresent(digest -> one.put("checksum", "MD5:" + digest.hex()));
        }
        ObjectNode params = document.putObject("params");
        params.put("id_generator", "deterministic");
        params.put("sid", list.id());
        params.put("verify_checksum", verify);
        params.put("overwrite", list.replaces());
        params.putObject("job_metadata").put("label", "bulk-data-mover " + list.label());
        return document;
    }

    /** A name of ours is not encoded yet, as an address of an index may be. */
    private String destination(HandedFile file) {
        String address = place.pathOf(file.path());
        int names = place.prefix().length();
        String encoded = address.substring(names).replace("%", "%25").replace("?", "%3F");
        return escaped(address.substring(0, names) + encoded);
    }

    /** FTS takes these, strips blanks, and copies a file onto itself. */
    private static void check(String source, String destination) throws CarrierTrouble {
        boolean hasBlank = !source.equals(source.strip()) || !destination.equals(destination.strip());
        if (hasBlank) throw CarrierTrouble.forPerson("FTS would strip the blanks of '" + source + "'");
        if (source.equals(destination)) throw CarrierTrouble.forPerson(source + " is its own destination");
    }

    /** Of what is published FTS knows MD5 alone. */
    private static Optional<Checksum> md5(HandedFile file) {
        return file.digests().stream()
                .filter(digest -> digest.algorithm() == ChecksumAlgorithm.MD5)
                .findFirst();
    }

    /** The job that has the id already, if it is of this list. */
    private String found(CarrierList list) throws CarrierTrouble, InterruptedException {
        String job = FtsJobId.of(space(), String.valueOf(list.id())).toString();
        CarrierHttp.Answer answer = job(job);
        if (!answer.isGood()) throw trouble("has a job of this id and does not show " + job, answer);
        Set<String> there = new HashSet<>();
        for (JsonNode file : answer.json().path("files"))
            there.add(file.path("dest_surl").asString(""));
        Set<String> wanted = new HashSet<>();
        for (HandedFile file : list.files()) wanted.add(destination(file));
        if (there.equals(wanted)) return job;
        throw CarrierTrouble.forPerson("FTS has other files in job " + job + " than " + list.label()
                + " has: cancel it there, then 'bdm-client handover cancel " + list.label() + "' and '.. again'");
    }

    private UUID space() throws CarrierTrouble, InterruptedException {
        CarrierHttp.Answer answer = ask("GET", "/whoami", null);
        if (!answer.isGood()) throw trouble("does not say who the carrier is", answer);
        String organisation = answer.json().path("vos").path(0).asString("");
        try {
            return FtsJobId.space(UUID.fromString(answer.text("base_id")), organisation);
        } catch (IllegalArgumentException e) {
            throw CarrierTrouble.passing("FTS names no base id of its jobs", e);
        }
    }

    /** Jobs that have ended move to the archive. */
    private CarrierHttp.Answer job(String job) throws CarrierTrouble, InterruptedException {
        CarrierHttp.Answer answer = ask("GET", "/jobs/" + job + FILES, null);
        return answer.status() == 404 ? ask("GET", "/archive/" + job + FILES, null) : answer;
    }

    @Override
    public CarrierLook look(String task) throws CarrierTrouble, InterruptedException {
        CarrierHttp.Answer answer = job(task);
        if (answer.status() == 404) return CarrierLook.over("FTS does not know job " + task + " any more");
        if (!answer.isGood()) throw trouble("does not show job " + task, answer);
        String state = answer.text("job_state");
        String reason = CarrierHttp.plain(answer.text("reason"));
        String says = state + (reason.isEmpty() ? "" : ": " + reason);
        if (ENDS.contains(state)) return CarrierLook.over(says);
        CarrierLook.Kind kind = TAPE.contains(state) ? CarrierLook.Kind.TAPE : CarrierLook.Kind.UNDER_WAY;
        return new CarrierLook(kind, says, 0, 0);
    }

    @Override
    public Map<String, String> faults(String task) throws CarrierTrouble, InterruptedException {
        CarrierHttp.Answer answer = job(task);
        if (answer.status() == 404) return Map.of();
        if (!answer.isGood()) throw trouble("does not show the files of job " + task, answer);
        Map<String, String> faults = new LinkedHashMap<>();
        for (JsonNode file : answer.json().path("files")) {
            String state = file.path("file_state").asString("");
            if (NO_FAULT.contains(state)) continue;
            String reason = CarrierHttp.plain(file.path("reason").asString(""));
            faults.put(file.path("source_surl").asString(""), state + (reason.isEmpty() ? "" : ": " + reason));
        }
        return faults;
    }

    @Override
    public void cancel(Handover handover, String task) throws CarrierTrouble, InterruptedException {
        CarrierHttp.Answer answer = ask("DELETE", "/jobs/" + task, null);
        if (answer.isGood() || answer.status() == 404) return;
        throw trouble("does not cancel job " + task, answer);
    }
}
