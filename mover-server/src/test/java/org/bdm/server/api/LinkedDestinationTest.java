package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A destination that is, or lies behind, a symbolic link is refused when the job is submitted. */
class LinkedDestinationTest {
    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() throws IOException {
        api = new RunningApi(home);
        Files.createDirectories(api.data.resolve("real/deep"));
        Files.createSymbolicLink(api.data.resolve("link"), Path.of("real"));
        Files.writeString(api.data.resolve("file"), "x");
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static Answer submitted(String kind, String destination) {
        String item = SubmitTest.item("bdm://there/shared/m", "bdm://here/data/" + destination);
        return api.send("POST", "/jobs", Role.OPERATOR, SubmitTest.job(kind, item));
    }

    @Tag("T5")
    @Test
    void aDestinationBehindASymbolicLinkIsRefusedWithWhatToNameInstead() {
        for (String destination : new String[] {"link", "link/deep", "link/new/tree"}) {
            Answer refused = submitted("TREE", destination);
            assertThat(refused.text("code")).as(destination).isEqualTo("PATH_BLOCKED");
            assertThat(refused.text("detail")).contains("bdm://here/data/link is a symbolic link to real", "--export");
        }
        assertThat(submitted("FILE", "link/a.nc").text("code")).isEqualTo("PATH_BLOCKED");
        assertThat(submitted("TREE", "file/below").text("detail")).contains("is a file");
    }

    @Tag("T5")
    @Test
    void aFileMayHaveThePlaceOfALinkAndADirectoryThatIsNotThereIsMade() {
        assertThat(submitted("FILE", "link").status()).isEqualTo(201);
        assertThat(submitted("TREE", "real/new/tree").status()).isEqualTo(201);
    }
}
