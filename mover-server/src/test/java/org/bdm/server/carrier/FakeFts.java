package org.bdm.server.carrier;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** FTS REST 3.13 as it was seen: a job with a known id is refused without the id; ended jobs are in the archive. */
final class FakeFts extends FakeService {
    static final UUID BASE = UUID.fromString("01874efb-4735-4595-bc9c-591aef8240c9");

    final Map<String, JsonNode> jobs = new LinkedHashMap<>(); // by id
    final Map<String, String> files = new LinkedHashMap<>(); // state and reason by source
    volatile String state = "SUBMITTED";
    volatile boolean isArchived;
    volatile boolean isDelegated = true;

    @Override
    Reply reply(Asked asked) {
        String line = asked.line();
        if (line.startsWith("GET /whoami"))
            return new Reply(200, "{\"base_id\":\"" + BASE + "\",\"vos\":[\"esgf\"],\"user_dn\":\"/CN=x\"}");
        if (line.startsWith("POST /jobs")) return submit(asked);
        boolean isHere = line.startsWith(isArchived ? "GET /archive/" : "GET /jobs/");
        if (isHere) return job(line.replaceFirst("^GET /[a-z]+/([^?]*).*", "$1"));
        if (line.startsWith("DELETE /jobs/")) return new Reply(200, "{\"job_state\":\"CANCELED\"}");
        return new Reply(404, "{\"status\":\"404 Not Found\",\"message\":\"No job with this id\"}");
    }

    private Reply submit(Asked asked) {
        if (!isDelegated) return new Reply(419, "{\"message\":\"No delegation found for x\"}");
        if (!asked.contentType().equals("application/json"))
            return new Reply(400, "{\"message\":\"No transfers operations specified\"}");
        JsonNode document = asked.json();
        UUID space = FtsJobId.space(BASE, "esgf");
        String id = FtsJobId.of(space, document.path("params").path("sid").asString())
                .toString();
        if (jobs.putIfAbsent(id, document) != null) return new Reply(409, "{\"message\":\"The job id is taken\"}");
        return new Reply(200, "{\"job_id\":\"" + id + "\"}");
    }

    private Reply job(String id) {
        JsonNode document = jobs.get(id);
        if (document == null) return new Reply(404, "{\"message\":\"No job with this id\"}");
        ObjectNode shown = JSON.createObjectNode();
        shown.put("job_id", id).put("job_state", state);
        for (JsonNode file : document.path("files")) {
            String source = file.path("sources").get(0).asString();
            String[] said = files.getOrDefault(source, state + "|").split("\\|", 2);
            shown.withArray("files")
                    .addObject()
                    .put("source_surl", source)
                    .put("dest_surl", file.path("destinations").get(0).asString())
                    .put("file_state", said[0])
                    .put("reason", said[1]);
        }
        return new Reply(200, shown.toString());
    }
}
