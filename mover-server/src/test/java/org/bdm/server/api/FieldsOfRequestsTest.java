package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Every text in every documented request body: what it can name is known here. A new field fails until somebody says it, and a kind that only
 * some people may name fails for a route that others may call.
 */
@Tag("A1")
class FieldsOfRequestsTest {
    private enum Names {
        PLACE,
        EXPORT,
        ADDRESS,
        SECRET,
        SITE,
        FILE,
        PERSON,
        ID,
        NOTHING
    }

    private static final Map<Names, List<String>> FIELDS = Map.of(
            Names.PLACE,
            List.of(
                    "CreateCampaign.destinations",
                    "CreateCampaign.source",
                    "SourcePolicy.alsoAt",
                    "SourcePolicy.relay",
                    "CheckRequest.a",
                    "CheckRequest.b",
                    "SubmitJob.destination",
                    "JobItem.source",
                    "JobItem.destination",
                    "DecideReplicationRequest.destination",
                    "CreateSubscription.destination",
                    "CreateHandover.destination",
                    "ForgetHoldings.place",
                    "StartSurvey.subject"),
            Names.EXPORT,
            List.of(
                    "CreateInvitation.read",
                    "CreateInvitation.write",
                    "AcceptInvitation.read",
                    "AcceptInvitation.write",
                    "CreatePurge.export",
                    "CreatePurge.prefix"),
            Names.ADDRESS,
            List.of("CreateHook.target", "PublishReplica.root"),
            Names.SECRET,
            List.of(
                    "SetDataNode.token",
                    "SetDataNode.caPem",
                    "PublishReplica.credential",
                    "AcceptInvitation.code",
                    "FinishCarrierLogin.code"),
            Names.SITE,
            List.of("CreateInvitation.name", "AcceptInvitation.name", "StartBench.source", "StartBench.export"),
            Names.FILE,
            List.of("CreateBackup.name"),
            Names.PERSON,
            List.of("CreateToken.name", "CreateUser.name"),
            Names.ID,
            List.of("SubmitJob.draft", "CreateReplicationRequest.draft", "DecideReplicationRequest.job"),
            Names.NOTHING,
            List.of(
                    "AcknowledgeItem.note",
                    "AcknowledgeItem.until",
                    "CreateCampaign.datasets",
                    "CreateCampaign.name",
                    "JobOptions.dscp",
                    "JobOptions.exclude",
                    "JobOptions.include",
                    "SourcePolicy.avoidNodes",
                    "SourcePolicy.preferNodes",
                    "SourcePolicy.variantNode",
                    "DatasetQuery.excluded",
                    "DatasetQuery.facets",
                    "DatasetQuery.text",
                    "CompletenessRequest.datasets",
                    "SetBan.reason",
                    "SetBan.until",
                    "SetDataNode.note",
                    "StagingSettings.way",
                    "StagingSettings.prefix",
                    "DecideDispute.remark",
                    "SetLimit.note",
                    "CreateHook.events",
                    "CreateHook.labelStart",
                    "CreateHook.name",
                    "ForgetHoldings.cursor",
                    "ForgetHoldings.dataset",
                    "ForgetHoldings.reason",
                    "StartSurvey.acceptChanged",
                    "SubmitJob.asOf",
                    "SubmitJob.datasets",
                    "SubmitJob.label",
                    "DigestValue.value",
                    "SetLinkLimit.note",
                    "Login.password",
                    "Login.token",
                    "Login.user",
                    "PublishReplica.dataset",
                    "PublishReplica.index",
                    "PublishReplica.node",
                    "CreatePurge.datasets",
                    "CreateHandover.carrier",
                    "FinishCarrierLogin.attempt",
                    "CreateHandover.datasets",
                    "RestoreDataset.dataset",
                    "CreateReplicationRequest.datasets",
                    "CreateReplicationRequest.query",
                    "CreateReplicationRequest.reason",
                    "DecideReplicationRequest.remark",
                    "PatchScrub.hours",
                    "PatchScrub.zone",
                    "AddMaintenance.beginsAt",
                    "AddMaintenance.endsAt",
                    "AddMaintenance.note",
                    "CreateSubscription.label",
                    "CreateToken.expiresAt",
                    "CreateUser.email",
                    "CreateUser.password",
                    "CreateUser.shownName",
                    "ChangePassword.newPassword",
                    "ChangePassword.oldPassword",
                    "PatchUser.email",
                    "PatchUser.password",
                    "PatchUser.shownName",
                    "SetLinkWindows.windows"));

    /** Kinds that nobody below an operator may name. */
    private static final Set<Names> OF_OPERATORS =
            Set.of(Names.EXPORT, Names.ADDRESS, Names.SECRET, Names.FILE, Names.PERSON);

    @TempDir
    static Path home;

    private static RunningApi api;
    private static JsonNode document;

    @BeforeAll
    static void start() {
        api = new RunningApi(home);
        document = api.send("GET", "/openapi.json", Role.ADMIN, null).json();
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    /** Texts of a schema and of those in it, as SCHEMA.field. */
    private static void texts(String schema, Set<String> found, Set<String> seen) {
        if (!seen.add(schema)) return;
        JsonNode properties = document.at("/components/schemas/" + schema + "/properties");
        for (String name : properties.propertyNames()) {
            JsonNode field = properties.path(name);
            List<String> below = new ArrayList<>();
            boolean isText = look(field, below);
            below.forEach(other -> texts(other, found, seen));
            if (isText) found.add(schema + "." + name);
        }
    }

    /** True if free text may be there; adds the schemas that are. */
    private static boolean look(JsonNode field, List<String> below) {
        if (field.has("$ref")) {
            String name = field.path("$ref").asString().replaceAll(".*/", "");
            below.add(name);
            return false;
        }
        boolean isText = false;
        for (String list : List.of("anyOf", "oneOf", "allOf"))
            for (JsonNode one : field.path(list)) isText |= look(one, below);
        for (String inner : List.of("items", "additionalProperties"))
            if (field.path(inner).isObject()) isText |= look(field.path(inner), below);
        boolean isString = field.path("type").toString().contains("\"string\"");
        return isText || (isString && !field.has("enum"));
    }

    /** The texts of each documented operation with a JSON body. */
    private static Map<String, Set<String>> textsByRoute() {
        Map<String, Set<String>> routes = new HashMap<>();
        JsonNode paths = document.path("paths");
        for (String path : paths.propertyNames()) {
            for (String method : paths.path(path).propertyNames()) {
                String schema = paths.path(path)
                        .path(method)
                        .at("/requestBody/content/application~1json/schema/$ref")
                        .asString("");
                if (schema.isEmpty()) continue;
                Set<String> texts = new TreeSet<>();
                texts(schema.replaceAll(".*/", ""), texts, new HashSet<>());
                routes.put(method.toUpperCase(Locale.ROOT) + " " + path.substring("/api/v1".length()), texts);
            }
        }
        assertThat(routes).hasSizeGreaterThan(20);
        return routes;
    }

    private static Names kind(String field) {
        return FIELDS.entrySet().stream()
                .filter(known -> known.getValue().contains(field))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(Names.NOTHING);
    }

    @Test
    void itIsKnownOfEveryTextWhatItCanName() {
        Set<String> all = new TreeSet<>();
        textsByRoute().values().forEach(all::addAll);
        Set<String> known = new TreeSet<>();
        FIELDS.values().forEach(known::addAll);
        assertThat(all).as("say in FIELDS what a new field can name").isEqualTo(known);
    }

    @Test
    void whoSubmitsOrRequestsMayNameNeitherExportsNorAddressesNorPeople() {
        int refused = 0;
        for (Map.Entry<String, Set<String>> route : textsByRoute().entrySet()) {
            boolean isOfOperators = route.getValue().stream().anyMatch(field -> OF_OPERATORS.contains(kind(field)));
            if (!isOfOperators) continue;
            String path =
                    route.getKey().substring(route.getKey().indexOf(' ') + 1).replaceAll("\\{[^}]*\\}", "1");
            String method = route.getKey().substring(0, route.getKey().indexOf(' '));
            for (Role role : List.of(Role.SUBMITTER, Role.REQUESTER, Role.READER, Role.METRICS)) {
                Answer answer = api.send(method, path, role, "{}");
                assertThat(answer.status()).as(role + " " + route.getKey()).isEqualTo(403);
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(20);
    }

    @Test
    @Tag("A5")
    void aPlaceInTheReservedDirectoryIsRefusedWhereverItIsNamed() {
        String bad = "bdm://here/data/a/.bdm/x";
        String item = SubmitTest.item("bdm://there/shared/a", "bdm://here/data/a");
        List<String[]> asked = List.of(
                new String[] {"/checks", "{\"a\":\"" + bad + "\",\"b\":\"bdm://there/shared/x\"}"},
                new String[] {"/checks", "{\"a\":\"bdm://there/shared/x\",\"b\":\"" + bad + "\"}"},
                new String[] {"/plans", SubmitTest.job("TREE", SubmitTest.item("bdm://there/shared/a", bad))},
                new String[] {
                    "/jobs",
                    SubmitTest.job("TREE", item)
                            .replace(
                                    "\"kind\"", "\"options\":{\"sourcePolicy\":{\"relay\":[\"" + bad + "\"]}},\"kind\"")
                },
                new String[] {"/jobs", "{\"datasets\":[\"a.b\"],\"destination\":\"" + bad + "\"}"},
                new String[] {"/jobs", "{\"kind\":\"REPAIR\",\"destination\":\"" + bad + "\"}"},
                new String[] {
                    "/campaigns/plans",
                    "{\"name\":\"c\",\"source\":\"" + bad + "\",\"destinations\":[\"bdm://there/shared/x\"]}"
                },
                new String[] {
                    "/campaigns",
                    "{\"name\":\"c\",\"source\":\"bdm://there/shared/x\",\"destinations\":[\"" + bad + "\"]}"
                },
                new String[] {
                    "/subscriptions", "{\"query\":{\"facets\":{\"a\":[\"b\"]}},\"destination\":\"" + bad + "\"}"
                },
                new String[] {"/scans", "{\"subject\":\"" + bad + "\"}"});
        for (String[] one : asked) {
            Answer answer = api.send("POST", one[0], Role.OPERATOR, one[1]);
            assertThat(answer.status()).as(one[0] + one[1] + answer.body()).isBetween(400, 499);
            assertThat(answer.body()).as(one[0] + one[1]).contains("INVALID_PATH");
        }
    }
}
