package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of jobs, sorted and filtered by the server; and a change of a job that takes only what the caller saw. */
class JobListTest {
    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(home);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static String submit(String label, int priority) {
        String body = "{'kind':'TREE','label':'" + label + "','items':[{'source':'bdm://there/shared/s',"
                + "'destination':'bdm://here/data/" + label.replace(' ', '-').replace('%', '-')
                + "','recursive':true}],'options':{'priority':" + priority + "}}";
        Answer answer = api.send("POST", "/jobs", Role.OPERATOR, body.replace('\'', '"'));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.json().path("id").asString();
    }

    private static List<String> labels(String query) {
        List<String> labels = new ArrayList<>();
        String cursor = "";
        while (true) {
            Answer page = api.get("/jobs?limit=2&" + query + cursor);
            assertThat(page.status()).as(page.body()).isEqualTo(200);
            page.json()
                    .path("items")
                    .forEach(job -> labels.add(job.path("label").asString()));
            if (page.json().path("nextCursor").isNull()) return labels;
            cursor = "&cursor=" + page.json().path("nextCursor").asString();
        }
    }

    @Test
    void jobsAreSortedByPropertiesOverPagesOfAnyLength() {
        submit("sorted c", 3);
        submit("sorted a", 5);
        submit("sorted b", 1);
        submit("sorted d", 3);
        submit("sorted e", 3);
        assertThat(labels("q=sorted")).containsExactly("sorted e", "sorted d", "sorted b", "sorted a", "sorted c");
        assertThat(labels("q=sorted&sort=createdAt"))
                .containsExactly("sorted c", "sorted a", "sorted b", "sorted d", "sorted e");
        assertThat(labels("q=sorted&sort=label"))
                .containsExactly("sorted a", "sorted b", "sorted c", "sorted d", "sorted e");
        assertThat(labels("q=sorted&sort=-label"))
                .startsWith("sorted e", "sorted d")
                .hasSize(5);
        assertThat(labels("q=sorted&sort=priority"))
                .containsExactly("sorted b", "sorted c", "sorted d", "sorted e", "sorted a");
        assertThat(labels("q=sorted&sort=-priority"))
                .containsExactly("sorted a", "sorted e", "sorted d", "sorted c", "sorted b");
        assertThat(labels("q=sorted&sort=state")).hasSize(5).doesNotHaveDuplicates();
        assertThat(labels("q=sorted&sort=-endedAt")).hasSize(5).doesNotHaveDuplicates();
    }

    @Test
    void jobsAreFoundByAPartOfTheirLabelAndByTheirAge() {
        submit("Monthly 100% of tas_Amon", 3);
        submit("Monthly 1000 of tasXAmon", 3);
        assertThat(labels("label~=" + encoded("100% OF"))).containsExactly("Monthly 100% of tas_Amon");
        assertThat(labels("label~=tas_amon")).containsExactly("Monthly 100% of tas_Amon");
        assertThat(labels("q=" + encoded("Monthly 100%"))).containsExactly("Monthly 100% of tas_Amon");
        assertThat(labels("label~=tas&since=" + Instant.now().plusSeconds(60))).isEmpty();
        assertThat(labels("label~=of&since=" + Instant.now().minusSeconds(3600)))
                .hasSize(2);
    }

    private static void assertRefused(Answer answer, int status, String code, String words) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.text("code")).isEqualTo(code);
        assertThat(answer.text("detail")).contains(words);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Test
    void unknownOrderOrACursorOfAnotherOneIsRefused() {
        submit("cursor a", 3);
        submit("cursor b", 3);
        assertRefused(api.get("/jobs?sort=bytes"), 400, "INVALID_REQUEST", "sort");
        assertRefused(api.get("/jobs?since=yesterday"), 400, "INVALID_REQUEST", "since");
        String cursor =
                api.get("/jobs?limit=1&sort=label").json().path("nextCursor").asString();
        assertRefused(api.get("/jobs?sort=priority&cursor=" + cursor), 400, "INVALID_REQUEST", "cursor");
        assertRefused(api.get("/jobs?cursor=" + cursor), 400, "INVALID_REQUEST", "cursor");
    }

    private static Answer patch(String job, String ifMatch, int priority) {
        return api.send(api.request("/jobs/" + job, Role.OPERATOR)
                .header("Content-Type", "application/json")
                .header("If-Match", ifMatch)
                .method("PATCH", HttpRequest.BodyPublishers.ofString("{\"priority\":" + priority + "}")));
    }

    @Test
    void changeThatDoesNotKnowTheLastOneIsRefused() {
        String job = submit("steered by two", 3);
        String seen = api.get("/jobs/" + job).header("ETag");
        assertThat(seen).matches("\"[0-9a-f]{16}\"");
        Answer first = patch(job, seen, 1);
        assertThat(first.status()).as(first.body()).isEqualTo(200);
        assertThat(first.header("ETag")).isNotEqualTo(seen);
        assertRefused(patch(job, seen, 5), 412, "CHANGED_MEANWHILE", "not as you saw it");
        assertThat(api.get("/jobs/" + job).json().path("priority").asInt()).isEqualTo(1);
        assertThat(patch(job, "\"x\", " + first.header("ETag"), 2).status()).isEqualTo(200);
        assertThat(patch(job, "*", 4).status()).isEqualTo(200);
    }
}
