package org.bdm.server.carrier;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.server.catalog.handover.HandedFile;
import org.bdm.server.catalog.handover.Handover;
import org.bdm.server.dataset.replica.GlobusPlace;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Globus Transfer (https://docs.globus.org/api/transfer/). A submission has an id of Globus that is asked for once: the same id again gives the
 * task of the first time, also with other files. Files that the source does not have are skipped there; the comparison names them here.
 */
final class GlobusCarrier implements Carrier {
    private static final int PAGES_MAX = 20;
    private static final int EVENTS_MAX = 1_000;

    private final CarrierPlace place;
    private final String collection;
    private final String api;
    private final GlobusLogin login;
    private final Optional<GlobusGrant> grant;
    private final CarrierHttp http;

    /**
     * With its parts.
     *
     * @param collection UUID of the collection whose directory is the place
     * @param api address of Globus Transfer
     */
    GlobusCarrier(CarrierParts parts, CarrierPlace place, String collection, String api, GlobusAccount account) {
        this.place = place;
        this.collection = collection;
        this.api = api.replaceFirst("/+$", "");
        this.login = account.login(parts);
        this.grant = account.grant(parts);
        this.http = new CarrierHttp("Globus Transfer", parts);
    }

    @Override
    public Optional<GlobusGrant> grant() {
        return grant;
    }

    @Override
    public CarrierPlace place() {
        return place;
    }

    /** A file that is at the place already has no source. */
    @Override
    public Optional<CarrierSource> sourceOf(String address) {
        return GlobusPlace.of(address)
                .filter(there ->
                        !there.endpoint().equals(collection) || !there.path().startsWith(place.prefix() + "/"))
                .map(there -> new CarrierSource(there.endpoint(), there.path()));
    }

    @Override
    public boolean hasService() {
        return true;
    }

    private CarrierHttp.Answer get(String path) throws CarrierTrouble, InterruptedException {
        return ask(path, null);
    }

    /** A token that was kept may have been revoked since: the same request again makes no second task. */
    private CarrierHttp.Answer ask(String path, @Nullable JsonNode body) throws CarrierTrouble, InterruptedException {
        boolean isKept = login.isKept();
        CarrierHttp.Answer answer = askOnce(path, body);
        if (answer.status() != 401) return answer;
        login.forget();
        return isKept ? askOnce(path, body) : answer;
    }

    private CarrierHttp.Answer askOnce(String path, @Nullable JsonNode body)
            throws CarrierTrouble, InterruptedException {
        URI address = URI.create(api + path);
        HttpRequest.Builder request = http.request(address).header("Authorization", "Bearer " + login.token());
        if (body != null) request.header("Content-Type", "application/json").POST(CarrierHttp.json(body));
        return http.send(address, request);
    }

    /** By the code: consents, sessions and logins have different statuses, and texts that change. */
    private CarrierTrouble trouble(String what, CarrierHttp.Answer answer) {
        String code = answer.text("code");
        String remedy = switch (code) {
            case "ConsentRequired" ->
                "the account of the carrier has to consent to " + scopes(answer)
                        + "; then 'bdm-client handover again ID'";
            case "AuthenticationFailed", "PermissionDenied", "SessionRequired" ->
                "log the account of the carrier in, or give it the right; then 'bdm-client handover again ID'";
            default -> "correct that, then 'bdm-client handover again ID'";
        };
        return http.trouble(what, answer, remedy);
    }

    private static String scopes(CarrierHttp.Answer answer) {
        JsonNode scopes = answer.json().path("required_scopes");
        if (!scopes.isArray() || scopes.isEmpty())
            scopes = answer.json().path("authorization_parameters").path("required_scopes");
        return CarrierHttp.plain(scopes.isMissingNode() ? "the scopes that it asks for" : scopes.toString());
    }

    @Override
    public String newSubmission() throws CarrierTrouble, InterruptedException {
        CarrierHttp.Answer answer = get("/submission_id");
        String id = answer.text("value");
        if (answer.isGood() && id.matches("[0-9A-Za-z-]{1,100}")) return id;
        throw trouble("does not give an id for a submission", answer);
    }

    @Override
    public String submit(CarrierList list) throws CarrierTrouble, InterruptedException {
        CarrierHttp.Answer answer = ask("/transfer", document(list));
        String code = answer.text("code");
        String task = answer.text("task_id");
        boolean isTaken = answer.isGood() && (code.equals("Accepted") || code.equals("Duplicate"));
        if (isTaken && task.matches("[0-9A-Za-z-]{1,100}")) return task;
        throw trouble("does not take the list of " + list.label(), answer);
    }

    private ObjectNode document(CarrierList list) {
        ObjectNode document = CarrierHttp.JSON.createObjectNode();
        document.put("DATA_TYPE", "transfer");
        document.put("submission_id", list.id());
        document.put("label", "bulk-data-mover " + list.label());
        document.put("source_endpoint", list.source());
        document.put("destination_endpoint", collection);
        document.put("verify_checksum", true);
        document.put("preserve_timestamp", true);
        document.put("skip_source_errors", true);
        document.put("notify_on_succeeded", false);
        document.put("notify_on_failed", false);
        document.put("notify_on_inactive", false);
        ArrayNode items = document.putArray("DATA");
        for (HandedFile file : list.files()) {
            ObjectNode item = items.addObject();
            item.put("DATA_TYPE", "transfer_item");
            item.put("source_path", file.sourcePath());
            item.put("destination_path", place.pathOf(file.path()));
            item.put("recursive", false);
            digest(file).ifPresent(digest -> {
                item.put("external_checksum", digest.hex());
                item.put("checksum_algorithm", digest.algorithm().name());
            });
        }
        return document;
    }

    private static Optional<Checksum> digest(HandedFile file) {
        return Checksum.deciding(file.digests())
                .filter(digest ->
                        digest.algorithm() == ChecksumAlgorithm.SHA256 || digest.algorithm() == ChecksumAlgorithm.MD5);
    }

    @Override
    public CarrierLook look(String task) throws CarrierTrouble, InterruptedException {
        CarrierHttp.Answer answer = get("/task/" + task);
        if (answer.status() == 404) return CarrierLook.over("Globus does not know task " + task + " any more");
        if (!answer.isGood()) throw trouble("does not show task " + task, answer);
        String status = answer.text("status");
        long bytes = answer.json().path("bytes_transferred").asLong(0);
        long faults = answer.json().path("faults").asLong(0);
        String details = CarrierHttp.plain(answer.text("nice_status_details"));
        String says = status + (details.isEmpty() ? "" : ": " + details);
        boolean isPaused = answer.json().path("is_paused").asBoolean(false);
        return switch (status) {
            case "SUCCEEDED" -> CarrierLook.over(succeeded(answer));
            case "FAILED" -> CarrierLook.over("FAILED" + fatal(answer));
            case "INACTIVE" ->
                new CarrierLook(
                        CarrierLook.Kind.PERSON, says + ": log in at app.globus.org and resume it", bytes, faults);
            default ->
                new CarrierLook(
                        isPaused ? CarrierLook.Kind.PERSON : CarrierLook.Kind.UNDER_WAY,
                        isPaused ? "paused at Globus by an administrator of a collection" : says,
                        bytes,
                        faults);
        };
    }

    private static String succeeded(CarrierHttp.Answer answer) {
        long skipped = answer.json().path("subtasks_skipped_errors").asLong(0);
        return "SUCCEEDED" + (skipped == 0 ? "" : ", and skipped errors: " + skipped);
    }

    private static String fatal(CarrierHttp.Answer answer) {
        JsonNode error = answer.json().path("fatal_error");
        String text = CarrierHttp.plain(error.path("code").asString("") + " "
                + error.path("description").asString(""));
        return text.isEmpty() ? "" : ": " + text;
    }

    @Override
    public Map<String, String> faults(String task) throws CarrierTrouble, InterruptedException {
        Map<String, String> faults = new LinkedHashMap<>();
        addEvents(task, faults);
        addSkipped(task, faults);
        return faults;
    }

    /** The newest first: what was said last of a file counts. */
    private void addEvents(String task, Map<String, String> faults) throws CarrierTrouble, InterruptedException {
        CarrierHttp.Answer answer = get("/task/" + task + "/event_list?limit=" + EVENTS_MAX + "&filter=is_error:1");
        if (answer.status() == 404) return;
        if (!answer.isGood()) throw trouble("does not show the events of task " + task, answer);
        for (JsonNode event : answer.json().path("DATA")) {
            if (!event.path("is_error").asBoolean(true)) continue;
            GlobusFault fault = GlobusFault.of(event);
            fault.paths().forEach(path -> faults.putIfAbsent(path, fault.says()));
        }
    }

    private void addSkipped(String task, Map<String, String> faults) throws CarrierTrouble, InterruptedException {
        String marker = "";
        for (int page = 0; page < PAGES_MAX; page++) {
            CarrierHttp.Answer answer = get("/task/" + task + "/skipped_errors" + marker);
            if (answer.status() == 404 || answer.status() == 400) return; // while it is ACTIVE, or after 30 days
            if (!answer.isGood()) throw trouble("does not show what task " + task + " skipped", answer);
            for (JsonNode skipped : answer.json().path("DATA")) {
                String says = CarrierHttp.plain(skipped.path("error_code").asString("") + ": "
                        + skipped.path("error_details").asString(""));
                faults.put(skipped.path("source_path").asString(""), says);
            }
            String next = answer.json().path("next_marker").asString("");
            if (next.isEmpty()) return;
            marker = "?" + GlobusLogin.encoded(Map.of("marker", next));
        }
    }

    @Override
    public void cancel(Handover handover, String task) throws CarrierTrouble, InterruptedException {
        CarrierHttp.Answer answer = ask("/task/" + task + "/cancel", CarrierHttp.JSON.createObjectNode());
        if (answer.isGood() || answer.status() == 404) return;
        throw trouble("does not cancel task " + task, answer);
    }
}
