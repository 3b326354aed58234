package org.bdm.server.app;

import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bdm.core.source.http.FakeDataNode;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.JobSettingsBuilder;
import org.bdm.server.catalog.settings.KeptSettings;
import org.bdm.server.tape.FakeTapeService;
import org.bdm.server.tape.FakeTapeService.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole server looks after the tapes of data nodes by itself. */
class TapesOfAServerTest {
    @TempDir
    Path directory;

    @Test
    void aFileThatIsOnTapeIsRequested() throws Exception {
        Path replica = Files.createDirectory(directory.resolve("in"));
        try (FakeDataNode node = new FakeDataNode();
                FakeTapeService tape = new FakeTapeService(Dialect.XROOTD)) {
            tape.put("/cmip6/a.nc", "TAPE");
            node.put("/.well-known/wlcg-tape-rest-api", tape.discovery());
            RunningServer server = ServerInProcess.start(
                    directory,
                    "b",
                    "in=" + replica + ":rw",
                    List.of(
                            "--allow-host",
                            node.authority(),
                            "--allow-host",
                            tape.authority(),
                            "--data-node",
                            node.authority() + "=staging=tape-rest"));
            try {
                submit(
                        server.parts().catalog(),
                        new ItemCopy(node.url("/cmip6/a.nc").toString(), 0));
                await().atMost(SiteInProcess.SOON).until(() -> tape.staged().equals(List.of(List.of("/cmip6/a.nc"))));
            } finally {
                server.stop();
            }
        }
    }

    private static void submit(Catalog catalog, ItemCopy copy) {
        SubmittedItem item =
                new SubmittedItem(copy.source(), "bdm://b/in/a.nc", false, 100, List.of(), null, List.of(copy));
        KeptSettings settings = KeptSettings.of(JobSettingsBuilder.builder().build());
        JobRequest request = new JobRequest(JobKind.TREE, "ann", "", 3, 0, settings, null, null, null);
        catalog.submissions().submit(request, List.of(item), null).join();
    }
}
