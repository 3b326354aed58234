package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.tape.TapeWait;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two whole servers. The files of the one are on an HSM that a script plays: a list says which are offline, and those have no bytes. */
class FilesOfAnHsmTest {
    @TempDir
    Path directory;

    private Path tree;
    private Path offline;
    private Path recalled;
    private RunningServer source;
    private RunningServer destination;

    @BeforeEach
    void start() throws IOException {
        tree = Files.createDirectories(directory.resolve("source"));
        Path replicas = Files.createDirectories(directory.resolve("destination"));
        offline = Files.createFile(directory.resolve("offline.txt"));
        recalled = Files.createFile(directory.resolve("recalled.txt"));
        Files.writeString(tree.resolve("a.nc"), "content");
        Files.writeString(tree.resolve("c.nc"), "content");
        moveAway("b.nc");
        Path presence = script(
                "presence",
                "while IFS= read -r path; do if grep -qxF \"$path\" '" + offline + "'; then echo \"offline $path\";"
                        + " else echo \"online $path\"; fi; done");
        Path recall = script("recall", "cat >> '" + recalled + "'");
        source = ServerInProcess.start(
                directory,
                "a",
                "data=" + tree,
                List.of("--hsm", "data=presence=" + presence + ",recall=" + recall, "--http-export", "data=public"));
        destination = ServerInProcess.start(directory, "b", "in=" + replicas + ":rw", List.of());
    }

    @AfterEach
    void stop() {
        destination.stop();
        source.stop();
    }

    private Path script(String name, String line) throws IOException {
        Path script = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + line + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }

    /** Of such a file zeros would be read. */
    private void moveAway(String name) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(tree.resolve(name).toFile(), "rw")) {
            file.setLength(1_000);
        }
        Files.writeString(offline, tree.resolve(name) + "\n");
    }

    private HttpResponse<String> ask(String method, String name) throws Exception {
        String line = source.readyLine();
        String url = line.substring(line.indexOf("url=") + 4).split(" ", 2)[0];
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/thredds/fileServer/data/" + name))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void fileThatIsOfflineIsRecalledAndWaitsWithoutATryWhileOthersArrive() throws IOException {
        String code = source.parts()
                .callers()
                .pairing()
                .invite(new SiteName("b"), List.of("*"))
                .code();
        destination.parts().callers().pairing().add(new SiteName("a"), code, List.of());
        JobId job = SiteInProcess.submit(destination, "bdm://b/in/tree", 0);

        await().atMost(SiteInProcess.SOON)
                .until(() -> rows(job).stream()
                                .filter(row -> row.state() == FileState.DONE || row.state() == FileState.WAITING)
                                .count()
                        == 3);
        FileRow waiting = rows(job).stream()
                .filter(row -> row.state() == FileState.WAITING)
                .findFirst()
                .orElseThrow();
        assertThat(waiting.path().shown()).endsWith("b.nc");
        assertThat(waiting.trouble().code()).isEqualTo(ErrorCode.BEING_STAGED);
        assertThat(waiting.effort().attempts()).isZero();
        assertThat(destination.parts().catalog().tapeRecalls().waitingWithoutService(job))
                .isEqualTo(1);
        assertThat(TapeWait.withoutService(1))
                .isEqualTo("1 file waits until the HSM of their source brings them to disk");
        await().atMost(SiteInProcess.SOON)
                .until(() -> Files.readString(recalled).equals(tree.resolve("b.nc") + "\n"));
    }

    private List<FileRow> rows(JobId job) {
        return destination
                .parts()
                .catalog()
                .files()
                .page(new FileQuery(job, null, null, null, 10))
                .rows();
    }

    @Test
    void overHttpItIsRefusedAtOnceAndSaidWhenToAskAgain() throws Exception {
        HttpResponse<String> refused = ask("GET", "b.nc");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("120");
        assertThat(refused.body()).contains("BEING_STAGED").doesNotContain(directory.toString());

        HttpResponse<String> look = ask("HEAD", "b.nc");
        assertThat(look.statusCode()).isEqualTo(200);
        assertThat(look.headers().firstValue("Content-Length")).hasValue("1000");
        assertThat(ask("GET", "a.nc").body()).isEqualTo("content");
        assertThat(recalled).as("who has no token recalls nothing").isEmptyFile();

        Files.writeString(offline, "");
        await().atMost(SiteInProcess.SOON).until(() -> ask("GET", "b.nc").statusCode() == 200);
    }
}
