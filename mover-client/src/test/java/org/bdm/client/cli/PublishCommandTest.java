package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PublishCommandTest {
    private static final String[] ARGUMENTS = {
        "publish", "a.b.c.v1", "--stac", "west", "--node", "n.example.org", "--root", "https://n.example.org/x"
    };

    private final FakeServer server = new FakeServer();
    private final CommandRun command =
            new CommandRun().environment("BDM_SERVER", server.url()).input("secret-token\n");

    @AfterEach
    void stop() {
        server.close();
    }

    private static String seen(int shown, int sent) {
        return """
                {"dataset":"a.b.c.v1","index":"west","collection":"a","node":"n.example.org","files":3,"shown":%d,"sent":%d}""".formatted(shown, sent);
    }

    private Result run(String... more) {
        String[] all = new String[ARGUMENTS.length + 2 + more.length];
        System.arraycopy(ARGUMENTS, 0, all, 0, ARGUMENTS.length);
        all[ARGUMENTS.length] = "--credential-file";
        all[ARGUMENTS.length + 1] = "-";
        System.arraycopy(more, 0, all, ARGUMENTS.length + 2, more.length);
        return command.run(all);
    }

    @Test
    void whatWasAcceptedIsWaitedForUntilItShows() {
        server.on("POST /publications", 200, seen(0, 3));
        server.on("GET /publications", 200, seen(3, 0));

        Result result = run();

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("west shows our copy at n.example.org of 3 of 3 files");
        assertThat(result.err())
                .contains("west accepted our copy of 3 of 3 files")
                .doesNotContain("secret-token");
        assertThat(server.only("POST /publications").body()).contains("\"credential\":\"secret-token\"");
        assertThat(server.only("GET /publications").query()).contains("dataset=a.b.c.v1", "index=west");
    }

    @Test
    void whatShowsAlreadyNeedsNoWaiting() {
        server.on("POST /publications", 200, seen(3, 0));

        assertThat(run("--json").out()).contains("\"shown\":3");
    }

    @Test
    void whatDoesNotShowInTimeEndsWithSix() {
        server.on("POST /publications", 200, seen(0, 3));
        server.on("GET /publications", 200, seen(1, 0));

        Result result = run("--timeout", "30s");

        assertThat(result.code()).isEqualTo(6);
        assertThat(result.err()).contains("shows our copy of 1 of 3 files so far");
    }

    @Test
    void aServerThatIsStartedAnewAndACatalogThatIsSilentAreWaitedOut() {
        server.on("POST /publications", 200, seen(0, 3));
        for (int more = 0; more < 6; more++) server.breakOn("GET /publications"); // a lost GET is asked again
        server.on("GET /publications", 503, Recorded.problem(503, "INDEX_UNAVAILABLE"));
        server.on("GET /publications", 200, seen(3, 0));

        Result result = run();

        assertThat(result.code()).isZero();
        assertThat(result.err()).contains("the server does not answer, trying again", "answering again");
    }

    @Test
    void aServerThatStaysAwayEndsTheWaitWithWhatIsKnown() {
        server.on("POST /publications", 200, seen(0, 3));
        server.breakOn("GET /publications");

        Result result = run("--timeout", "30s");

        assertThat(result.code()).isEqualTo(6);
        assertThat(result.err())
                .contains("it is not known whether west shows our copy", "Repeat the command")
                .doesNotContain("bdm-client wait JOB");
    }

    @Test
    void aServerThatIsGoneBeforeItAnsweredEndsWithThreeAndSaysThatARepeatIsHarmless() {
        server.breakOn("POST /publications");

        Result result = run();

        assertThat(result.code()).isEqualTo(3);
        assertThat(result.err()).contains("it is not known whether west received the copy", "repeat the command");
        assertThat(server.requests("GET /publications")).isEmpty();
    }

    @Test
    void withoutAWaitItIsOnlySent() {
        server.on("POST /publications", 200, seen(0, 3));

        assertThat(run("--timeout", "0s").code()).isZero();
    }

    @Test
    void oneOfSeveralThatIsRefusedDoesNotHoldUpTheOthers() {
        server.on("POST /publications", 409, Recorded.problem(409, "PUBLICATION_REFUSED"));
        server.on("POST /publications", 200, seen(0, 3));
        server.on("GET /publications", 200, seen(3, 0));

        Result result = run("d.e.f.v2");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).contains("shows our copy at n.example.org of 3 of 3 files");
        assertThat(result.err()).contains("a.b.c.v1: ");
        assertThat(server.requests("POST /publications"))
                .hasSize(2)
                .allSatisfy(request -> assertThat(request.body()).contains("\"credential\":\"secret-token\""));
    }

    @Test
    void aRefusalEndsWithEightAndSaysWhy() {
        server.on("POST /publications", 409, Recorded.problem(409, "PUBLICATION_REFUSED"));

        Result result = run();

        assertThat(result.code()).isEqualTo(8);
        assertThat(result.err()).contains("PUBLICATION_REFUSED").doesNotContain("secret-token");
    }
}
