package org.bdm.server.api;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bdm.core.control.job.ForwardedJob;
import org.bdm.core.control.job.ForwardedQuestion;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.site.GrantVerb;
import org.bdm.server.catalog.site.LentAccess;
import org.bdm.server.catalog.site.SiteGrant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Every field of every message that a paired site may send: what it can name is known here, and each place, id and owner in it is refused
 * unless the site has it. A new field fails until somebody says what it can name.
 */
@Tag("A1")
class FieldsOfForwardedMessagesTest {
    private static final SiteName THERE = new SiteName("there");
    private static final List<String> KINDS = List.of("", "TREE", "FILE", "BATCH", "REPLICA_SET");

    private enum Names {
        PLACE,
        JOB,
        PERSON,
        REFUSED,
        NOTHING
    }

    private static final Map<String, Names> FIELDS = Map.ofEntries(
            entry("ForwardedJob.owner", Names.PERSON),
            entry("ForwardedJob.key", Names.NOTHING), // counts within its owner
            entry("SubmitJob.label", Names.NOTHING),
            entry("SubmitJob.kind", Names.NOTHING),
            entry("SubmitJob.datasets", Names.NOTHING), // what indexes publish
            entry("DatasetQuery.facets", Names.NOTHING),
            entry("DatasetQuery.excluded", Names.NOTHING),
            entry("DatasetQuery.text", Names.NOTHING),
            entry("DatasetQuery.allVersions", Names.NOTHING),
            entry("DatasetQuery.withRetracted", Names.NOTHING),
            entry("SubmitJob.draft", Names.REFUSED),
            entry("SubmitJob.destination", Names.PLACE),
            entry("SubmitJob.offline", Names.NOTHING),
            entry("SubmitJob.acceptIncomplete", Names.NOTHING),
            entry("SubmitJob.skipUnknown", Names.NOTHING),
            entry("SubmitJob.asOf", Names.NOTHING), // a day
            entry("SubmitJob.confirmBytes", Names.NOTHING),
            entry("SubmitJob.yes", Names.NOTHING),
            entry("StartBench.mode", Names.REFUSED),
            entry("StartBench.seconds", Names.REFUSED),
            entry("StartBench.export", Names.REFUSED),
            entry("StartBench.source", Names.REFUSED),
            entry("JobItem.source", Names.PLACE),
            entry("JobItem.destination", Names.PLACE),
            entry("JobItem.recursive", Names.NOTHING),
            entry("JobItem.size", Names.NOTHING),
            entry("DigestValue.algorithm", Names.NOTHING),
            entry("DigestValue.value", Names.NOTHING),
            entry("JobOptions.syncLevel", Names.NOTHING),
            entry("JobOptions.onConflict", Names.NOTHING),
            entry("JobOptions.verify", Names.NOTHING),
            entry("JobOptions.digest", Names.NOTHING),
            entry("JobOptions.symlinks", Names.NOTHING),
            entry("JobOptions.preserve", Names.NOTHING),
            entry("JobOptions.include", Names.NOTHING), // below the source
            entry("JobOptions.exclude", Names.NOTHING),
            entry("JobOptions.priority", Names.NOTHING),
            entry("JobOptions.maxRateBytesPerSecond", Names.NOTHING),
            entry("JobOptions.streams", Names.NOTHING),
            entry("JobOptions.readers", Names.NOTHING),
            entry("JobOptions.writers", Names.NOTHING),
            entry("JobOptions.hashers", Names.NOTHING),
            entry("JobOptions.delete", Names.NOTHING), // below the destination
            entry("JobOptions.order", Names.NOTHING),
            entry("JobOptions.onNoSpace", Names.NOTHING),
            entry("JobOptions.dscp", Names.NOTHING),
            entry("JobOptions.scitag", Names.NOTHING),
            entry("JobOptions.hardLinks", Names.NOTHING),
            entry("SourcePolicy.preferNodes", Names.NOTHING), // among published copies
            entry("SourcePolicy.avoidNodes", Names.NOTHING),
            entry("SourcePolicy.variantNode", Names.NOTHING),
            entry("SourcePolicy.reuse", Names.NOTHING),
            entry("SourcePolicy.alsoAt", Names.PLACE),
            entry("SourcePolicy.relay", Names.PLACE),
            entry("ForwardedQuestion.job", Names.JOB),
            entry("ForwardedQuestion.by", Names.PERSON),
            entry("ForwardedLook.job", Names.JOB),
            entry("ForwardedLook.by", Names.PERSON),
            entry("ForwardedLook.file", Names.NOTHING), // a number within the job
            entry("ForwardedLook.state", Names.NOTHING),
            entry("ForwardedLook.q", Names.NOTHING),
            entry("ForwardedLook.cursor", Names.NOTHING),
            entry("ForwardedLook.limit", Names.NOTHING),
            entry("ForwardedChange.job", Names.JOB),
            entry("ForwardedChange.by", Names.PERSON),
            entry("ForwardedChange.key", Names.NOTHING),
            entry("ForwardedChange.ifMatch", Names.NOTHING),
            entry("PatchJob.priority", Names.NOTHING),
            entry("PatchJob.maxRateBytesPerSecond", Names.NOTHING));

    @TempDir
    Path home;

    private RunningApi api;

    @BeforeEach
    void start() {
        api = new RunningApi(home);
        grant(GrantVerb.WRITE, GrantVerb.READ);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private void grant(GrantVerb... verbs) {
        List<SiteGrant> grants = new ArrayList<>();
        for (GrantVerb verb : verbs)
            grants.add(new SiteGrant(THERE, new ExportName("data"), StorePath.ofUtf8("in/ok"), verb));
        api.catalog.sites().grant(THERE, grants).join();
    }

    /** A field on the way from the message to it; an array is entered with one element. */
    private record Field(String name, List<String> way, boolean isList) {}

    private static void walk(Class<?> type, List<String> way, List<Field> found) {
        for (RecordComponent part : type.getRecordComponents()) {
            List<String> here = new ArrayList<>(way);
            here.add(part.getName());
            Class<?> element = element(part.getGenericType());
            boolean isList = List.class.isAssignableFrom(part.getType());
            if (isList && element.isRecord()) here.add("[]");
            if (element.isRecord()) walk(element, here, found);
            else found.add(new Field(type.getSimpleName() + "." + part.getName(), List.copyOf(here), isList));
        }
    }

    private static Class<?> element(Type type) {
        if (type instanceof Class<?> plain) return plain;
        Type[] arguments = ((ParameterizedType) type).getActualTypeArguments();
        return arguments[0] instanceof Class<?> element ? element : Object.class;
    }

    private static List<Field> fields(Class<?> message) {
        List<Field> found = new ArrayList<>();
        walk(message, List.of(), found);
        return found;
    }

    private static Class<?> ofCampaign(String name) throws ClassNotFoundException {
        return Class.forName("org.bdm.server.campaign." + name);
    }

    @Test
    void itIsKnownOfEveryFieldWhatItCanName() throws Exception {
        Set<String> names = new TreeSet<>();
        for (Class<?> message : List.of(
                ForwardedJob.class,
                ForwardedQuestion.class,
                ofCampaign("ForwardedLook"),
                ofCampaign("ForwardedChange"))) {
            fields(message).forEach(field -> names.add(field.name()));
        }
        assertThat(names).as("say in FIELDS what a new field can name").isEqualTo(new TreeSet<>(FIELDS.keySet()));
    }

    private ObjectNode allowed(String kind) {
        ObjectNode message = (ObjectNode) api.json.readTree("""
                {"owner":"ann","key":"k","job":{"items":[{"source":"bdm://there/shared/a","destination":"bdm://here/data/in/ok/x"}],
                 "options":{"sourcePolicy":{}}}}""");
        if (!kind.isEmpty()) ((ObjectNode) message.get("job")).put("kind", kind);
        return message;
    }

    private static void set(ObjectNode message, Field field, String value) {
        JsonNode at = message;
        List<String> way = field.way();
        for (int i = 0; i < way.size() - 1; i++) {
            String step = way.get(i);
            boolean isArray = way.get(i + 1).equals("[]");
            if (step.equals("[]")) at = ((ArrayNode) at).isEmpty() ? ((ArrayNode) at).addObject() : at.get(0);
            else if (at.has(step)) at = at.get(step);
            else at = isArray ? ((ObjectNode) at).putArray(step) : ((ObjectNode) at).putObject(step);
        }
        String last = way.get(way.size() - 1);
        if (field.isList()) ((ObjectNode) at).putArray(last).add(value);
        else ((ObjectNode) at).put(last, value);
    }

    private ErrorCode answer(SiteName from, String call, JsonNode message) {
        byte[] body = api.json.writeValueAsBytes(message);
        MoverException refused = catchThrowableOfType(MoverException.class, () -> api.desk.answer(from, call, body));
        return refused == null ? null : refused.code();
    }

    @Test
    void aPlaceThatTheSiteHasNoRightToIsRefusedInEveryField() {
        List<String> places = List.of(
                "bdm://here/archive/secret",
                "bdm://here/data/in/okay", // begins with the same letters
                "bdm://here/data/in",
                "bdm://here/data",
                "bdm://here/data/in/ok%2f..%2f..%2fsecret");
        int tried = 0;
        for (Field field : fields(ForwardedJob.class)) {
            if (FIELDS.get(field.name()) != Names.PLACE) continue;
            for (String kind : KINDS) {
                for (String place : places) {
                    ObjectNode message = allowed(kind);
                    set(message, field, place);
                    assertThat(answer(THERE, "jobs.submit", message))
                            .as(field.name() + " of " + kind + " names " + place)
                            .isIn(ErrorCode.NOT_ALLOWED, ErrorCode.INVALID_PATH);
                    tried++;
                }
            }
        }
        assertThat(tried).isEqualTo(5 * KINDS.size() * places.size());
    }

    @Test
    void writingSomewhereGivesNoRightToRelayFromThere() {
        grant(GrantVerb.WRITE);
        ObjectNode message = allowed("TREE");
        ArrayNode relay = ((ObjectNode) message.at("/job/options/sourcePolicy")).putArray("relay");
        relay.add("bdm://here/data/in/ok/y").add("bdm://here/data/in/ok/x");
        assertThat(answer(THERE, "jobs.submit", message)).isEqualTo(ErrorCode.NOT_ALLOWED);
        relay.removeAll().add("bdm://there/shared/b").add("bdm://here/data/in/ok/x/");
        assertThat(answer(THERE, "jobs.submit", message)).isNull();
    }

    @Test
    void aSourceAtAThirdSiteIsRefusedUnlessItIsLent() {
        ObjectNode message = allowed("FILE");
        ((ObjectNode) message.at("/job/items/0")).put("source", "bdm://third/shared/a/secret.nc");
        assertThat(answer(THERE, "jobs.submit", message)).isEqualTo(ErrorCode.NOT_ALLOWED);
        List<SiteGrant> grants = new ArrayList<>(api.catalog.sites().grants(THERE));
        grants.add(SiteGrant.lending(THERE, LentAccess.parse("bdm://third/shared/b")));
        api.catalog.sites().grant(THERE, grants).join();
        assertThat(answer(THERE, "jobs.submit", message)).isEqualTo(ErrorCode.NOT_ALLOWED);
        grants.add(SiteGrant.lending(THERE, LentAccess.parse("bdm://third/shared/a")));
        api.catalog.sites().grant(THERE, grants).join();
        assertThat(answer(THERE, "jobs.submit", message))
                .as("the right is there, the site is not")
                .isEqualTo(ErrorCode.UNKNOWN_SITE);
    }

    @Test
    void aRelayIsRefusedAgainWhenItsGrantWasTakenBack() {
        ObjectNode message = allowed("TREE");
        ((ObjectNode) message.at("/job/options/sourcePolicy"))
                .putArray("relay")
                .add("bdm://here/data/in/ok/y")
                .add("bdm://here/data/in/ok/x");
        byte[] body = api.json.writeValueAsBytes(message);
        String job = api.json
                .readTree(api.desk.answer(THERE, "jobs.submit", body))
                .path("id")
                .asString();
        JsonNode question = api.json.readTree("{\"job\":\"" + job + "\",\"by\":\"ann\"}");
        assertThat(answer(THERE, "jobs.get", question)).isNull();
        grant(GrantVerb.WRITE);
        assertThat(answer(THERE, "jobs.get", question)).isEqualTo(ErrorCode.NOT_ALLOWED);
    }

    @Test
    void whatOnlyPeopleOfTheSiteMayNameIsRefused() {
        ObjectNode draft = allowed("");
        set(draft, new Field("SubmitJob.draft", List.of("job", "draft"), false), "draft-1");
        assertThat(answer(THERE, "jobs.submit", draft)).isEqualTo(ErrorCode.UNSUPPORTED);
        for (String kind : List.of("", "BENCH")) {
            ObjectNode bench = allowed(kind);
            ((ObjectNode) bench.get("job")).putObject("bench").put("export", "archive");
            assertThat(answer(THERE, "jobs.submit", bench))
                    .as(kind)
                    .isIn(ErrorCode.UNSUPPORTED, ErrorCode.INVALID_REQUEST);
        }
    }

    @Test
    void aJobOfSomebodyElseIsNotThereForAnyCall() {
        String local = api.post(
                        "/jobs", SubmitTest.job("TREE", SubmitTest.item("bdm://there/shared/x", "bdm://here/data/x")))
                .text("id");
        SiteName other = new SiteName("ther");
        for (String call : List.of(
                "jobs.get",
                "jobs.cancel",
                "jobs.files",
                "jobs.file",
                "jobs.events",
                "jobs.decisions",
                "jobs.rates",
                "jobs.explanation",
                "jobs.report",
                "jobs.pause",
                "jobs.resume",
                "jobs.retry",
                "jobs.patch")) {
            JsonNode message = api.json.readTree("{\"job\":\"" + local + "\",\"by\":\"admin-person\"}");
            for (SiteName site : List.of(THERE, other))
                assertThat(answer(site, call, message)).as(call).isEqualTo(ErrorCode.UNKNOWN_JOB);
        }
    }

    @Test
    void anOwnerStaysBelowTheNameOfItsSite() {
        ObjectNode message = allowed("TREE");
        message.put("owner", "x/site:here/admin-person");
        String owner = api.json
                .readTree(api.desk.answer(
                        THERE,
                        "jobs.submit",
                        api.json.writeValueAsString(message).getBytes(StandardCharsets.UTF_8)))
                .path("owner")
                .asString();
        assertThat(owner).startsWith("site:there/");
    }
}
