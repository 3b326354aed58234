package org.bdm.server.api.site;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.server.catalog.site.AuditEntry;
import org.bdm.server.message.ProblemText;

/** Tells lines of the audit log in words: {@code limited the link from north to south: 2 Gbit/s = 250 MB/s}. Pure. */
final class AuditWords {
    private static final String BASE = "/api/v1";
    private static final Pattern ADDRESS = Pattern.compile("^/api/v1/[a-z-]+/"); // of what was made: its id is enough
    private static final Pattern VARIABLE = Pattern.compile("\\{([^}]+)}");

    /** By method and pattern of the address; what stands in braces is taken from the address that was called. */
    private static final Map<String, String> WORDS = Map.<String, String>ofEntries(
            Map.entry("DELETE /attention/{itemId}/acknowledgement", "reopened the attention item {itemId}"),
            Map.entry("POST /attention/{itemId}/acknowledgement", "acknowledged the attention item {itemId}"),
            Map.entry("POST /backups", "began a backup"),
            Map.entry("POST /campaigns", "began a campaign"),
            Map.entry("POST /campaigns/plans", "planned a campaign"),
            Map.entry("POST /campaigns/{campaignId}/cancel", "cancelled {campaignId}"),
            Map.entry("DELETE /campaigns/{campaignId}/link", "revoked the public link of {campaignId}"),
            Map.entry("POST /campaigns/{campaignId}/link", "made a public link of {campaignId}"),
            Map.entry("POST /catalog-events", "read catalog events"),
            Map.entry("POST /checks", "compared two places"),
            Map.entry("POST /completeness", "asked for completeness"),
            Map.entry("DELETE /data-nodes/{host}/ban", "lifted the ban of the data node {host}"),
            Map.entry("PUT /data-nodes/{host}/ban", "banned the data node {host}"),
            Map.entry("DELETE /data-nodes/{host}/settings", "removed the settings of the data node {host}"),
            Map.entry("PUT /data-nodes/{host}/settings", "changed the settings of the data node {host}"),
            Map.entry("POST /disputes/{disputeId}/accept", "accepted the copy of {disputeId}"),
            Map.entry("POST /disputes/{disputeId}/reject", "rejected the copy of {disputeId}"),
            Map.entry("DELETE /exports/{export}/limit", "removed the limit of the export {export}"),
            Map.entry("PUT /exports/{export}/limit", "limited the export {export}"),
            Map.entry("POST /holdings", "registered files of a list"),
            Map.entry("POST /holdings/forgotten", "forgot holdings"),
            Map.entry("POST /hooks", "created a hook"),
            Map.entry("DELETE /hooks/{name}", "removed the hook {name}"),
            Map.entry("POST /hooks/{name}/test", "tested the hook {name}"),
            Map.entry("POST /imports", "imported a list"),
            Map.entry("DELETE /imports/{importId}", "removed the draft {importId}"),
            Map.entry("POST /invitations", "invited a site"),
            Map.entry("DELETE /invitations/{invitationId}", "revoked an invitation"),
            Map.entry("POST /jobs", "submitted a job"),
            Map.entry("DELETE /jobs/{jobId}", "deleted {jobId}"),
            Map.entry("PATCH /jobs/{jobId}", "changed {jobId}"),
            Map.entry("POST /jobs/{jobId}/cancel", "cancelled {jobId}"),
            Map.entry("POST /jobs/{jobId}/items", "sent a part of the list of {jobId}"),
            Map.entry("POST /jobs/{jobId}/pause", "paused {jobId}"),
            Map.entry("POST /jobs/{jobId}/resume", "resumed {jobId}"),
            Map.entry("POST /jobs/{jobId}/retry", "retried {jobId}"),
            Map.entry("POST /links/{source}/{destination}/benches", "measured the link from {source} to {destination}"),
            Map.entry(
                    "DELETE /links/{source}/{destination}/limit",
                    "removed the limit of the link from {source} to {destination}"),
            Map.entry("PUT /links/{source}/{destination}/limit", "limited the link from {source} to {destination}"),
            Map.entry("POST /login", "logged in"),
            Map.entry("POST /login/tokens", "logged in with a password"),
            Map.entry("POST /logout", "logged out"),
            Map.entry("DELETE /nodes/{nodeId}", "removed the node {nodeId}"),
            Map.entry("POST /nodes/{nodeId}/drain", "drained the node {nodeId}"),
            Map.entry("DELETE /nodes/{nodeId}/limit", "removed the limit of the node {nodeId}"),
            Map.entry("PUT /nodes/{nodeId}/limit", "limited the node {nodeId}"),
            Map.entry("POST /nodes/{nodeId}/resume", "resumed the node {nodeId}"),
            Map.entry("POST /plans", "planned a job"),
            Map.entry("POST /publications", "published a dataset"),
            Map.entry("POST /purges", "planned a removal"),
            Map.entry("POST /purges/{purgeId}/apply", "applied the removal plan {purgeId}"),
            Map.entry("POST /purges/{purgeId}/discard", "discarded the removal plan {purgeId}"),
            Map.entry("POST /purges/{purgeId}/empty", "deleted the quarantined files of {purgeId}"),
            Map.entry("POST /purges/{purgeId}/restore", "restored the files of {purgeId}"),
            Map.entry("POST /quarantine/restorations", "restored a dataset from the quarantine"),
            Map.entry("POST /reconciliations", "compared disk and holdings"),
            Map.entry("POST /replica-sets/{instanceId}/confirm", "confirmed the list of files of {instanceId}"),
            Map.entry("POST /requests", "requested a replication"),
            Map.entry("POST /requests/{requestId}/approve", "approved {requestId}"),
            Map.entry("POST /requests/{requestId}/decline", "declined {requestId}"),
            Map.entry("POST /requests/{requestId}/withdraw", "withdrew {requestId}"),
            Map.entry("POST /scans", "registered the files of a place"),
            Map.entry("PATCH /scrub", "changed the scrub"),
            Map.entry("PATCH /settings", "changed settings"),
            Map.entry("POST /sites", "paired with a site"),
            Map.entry("DELETE /sites/{name}", "removed the site {name}"),
            Map.entry("DELETE /sites/{name}/ban", "lifted the ban of the site {name}"),
            Map.entry("PUT /sites/{name}/ban", "banned the site {name}"),
            Map.entry("POST /sites/{name}/maintenance", "added maintenance of the site {name}"),
            Map.entry("DELETE /sites/{name}/maintenance/{number}", "removed maintenance of the site {name}"),
            Map.entry("POST /sites/{name}/rekey", "pinned a new key of the site {name}"),
            Map.entry("POST /subscriptions", "added a subscription"),
            Map.entry("POST /subscriptions/plans", "planned a subscription"),
            Map.entry("DELETE /subscriptions/{subscriptionId}", "removed {subscriptionId}"),
            Map.entry("POST /subscriptions/{subscriptionId}/pause", "paused {subscriptionId}"),
            Map.entry("POST /subscriptions/{subscriptionId}/resume", "resumed {subscriptionId}"),
            Map.entry("POST /subscriptions/{subscriptionId}/run", "ran {subscriptionId}"),
            Map.entry("POST /tokens", "created a token"),
            Map.entry("DELETE /tokens/{tokenId}", "revoked {tokenId}"),
            Map.entry("POST /users", "added a user"),
            Map.entry("POST /users/me/password", "changed the own password"),
            Map.entry("DELETE /users/{userName}", "removed the user {userName}"),
            Map.entry("PATCH /users/{userName}", "changed the user {userName}"),
            Map.entry("POST /verifications", "verified held files"),
            Map.entry(
                    "DELETE /windows/{source}/{destination}",
                    "removed the hours of the link from {source} to {destination}"),
            Map.entry(
                    "PUT /windows/{source}/{destination}", "set the hours of the link from {source} to {destination}"));

    private AuditWords() {}

    /** Returns what was done, without who did it: in words if there are any, else as it was logged. */
    static String of(AuditEntry line) {
        String words = words(line.action(), line.object());
        String detail = line.detail().isEmpty()
                ? ""
                : ": " + ADDRESS.matcher(line.detail()).replaceFirst("");
        boolean isDone = line.result().equals("OK") || line.result().matches("2\\d\\d");
        return words + detail + (isDone ? "" : " (failed: " + line.result() + ")");
    }

    private static String words(String action, String object) {
        String pattern = WORDS.get(action.replace(BASE, ""));
        if (pattern == null) return (action + " " + object).strip();
        String[] names = action.substring(action.indexOf(' ') + 1).split("/");
        String[] values = object.split("[?]", 2)[0].split("/");
        StringBuilder words = new StringBuilder();
        Matcher variable = VARIABLE.matcher(pattern);
        while (variable.find())
            variable.appendReplacement(words, Matcher.quoteReplacement(value(variable.group(), names, values)));
        return variable.appendTail(words).toString();
    }

    private static String value(String variable, String[] names, String[] values) {
        for (int at = 0; at < Math.min(names.length, values.length); at++) {
            if (names[at].equals(variable)) return decoded(values[at]);
        }
        return "-";
    }

    private static String decoded(String segment) {
        try {
            return ProblemText.shown(URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return segment; // an address that was refused for it
        }
    }
}
