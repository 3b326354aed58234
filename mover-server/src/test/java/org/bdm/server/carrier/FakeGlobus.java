package org.bdm.server.carrier;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Globus Auth and Transfer as their documents describe them; knows each submission once. */
final class FakeGlobus extends FakeService {
    final Map<String, JsonNode> tasks = new LinkedHashMap<>(); // by submission
    volatile String task = "{\"DATA_TYPE\":\"task\",\"status\":\"ACTIVE\",\"faults\":0,\"bytes_transferred\":0}";
    volatile String events = "{\"DATA\":[]}";
    volatile String skipped = "{\"DATA\":[],\"next_marker\":null}";
    private int ids;

    @Override
    Reply reply(Asked asked) {
        String line = asked.line();
        if (line.startsWith("POST /v2/oauth2/token") && asked.body().contains("authorization_code")) {
            boolean isRight = asked.body().contains("code=right&");
            return isRight
                    ? new Reply(200, "{\"access_token\":\"a\",\"refresh_token\":\"refresh-1\",\"expires_in\":10}")
                    : new Reply(400, "{\"error\":\"invalid_grant\"}");
        }
        if (line.startsWith("POST /v2/oauth2/token")) {
            return new Reply(200, "{\"access_token\":\"access-1\",\"expires_in\":172800,\"token_type\":\"Bearer\"}");
        }
        if (line.startsWith("GET /v0.10/submission_id"))
            return new Reply(200, "{\"DATA_TYPE\":\"submission_id\",\"value\":\"submission-" + ++ids + "\"}");
        if (line.startsWith("POST /v0.10/transfer")) return transfer(asked.json());
        if (line.contains("/event_list")) return new Reply(200, events);
        if (line.contains("/skipped_errors")) return new Reply(200, skipped);
        if (line.contains("/cancel"))
            return new Reply(200, "{\"DATA_TYPE\":\"result\",\"code\":\"Canceled\",\"message\":\"done\"}");
        if (line.startsWith("GET /v0.10/task/")) return new Reply(200, task);
        return new Reply(404, "{\"code\":\"ClientError.NotFound\",\"message\":\"no such route\"}");
    }

    private Reply transfer(JsonNode document) {
        String id = document.path("submission_id").asString();
        boolean isNew = tasks.putIfAbsent(id, document) == null;
        return new Reply(
                isNew ? 202 : 200,
                "{\"DATA_TYPE\":\"transfer_result\",\"code\":\"" + (isNew ? "Accepted" : "Duplicate")
                        + "\",\"message\":\"..\",\"submission_id\":\"" + id + "\",\"task_id\":\"task-of-" + id + "\"}");
    }
}
