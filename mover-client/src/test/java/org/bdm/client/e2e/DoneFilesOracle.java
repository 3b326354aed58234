package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.bdm.client.ServerRefusal;
import org.bdm.client.ServerUnreachable;
import org.bdm.core.control.job.FileView;

/** Files that were shown as DONE: from then on nobody touches them, and the row that said it stays as it was. */
final class DoneFilesOracle {
    private record Done(FileView row, Map<String, Object> status) {}

    private final JobLook job;
    private final Path root;
    private final String destination;
    private final Map<String, Done> done = new HashMap<>();

    /** @param destination endpoint of the tree whose directory is {@code root} */
    DoneFilesOracle(JobLook job, Path root, String destination) {
        this.job = job;
        this.root = root;
        this.destination = destination + "/";
    }

    int files() {
        return done.size();
    }

    /** Remembers those that are DONE now; none while the server does not answer. */
    void look() throws IOException {
        try {
            for (FileView row : job.files("DONE")) {
                if (row.kind().equals("FILE") && !done.containsKey(row.id()))
                    done.put(row.id(), new Done(row, status(row)));
            }
        } catch (ServerUnreachable e) {
            return; // killed between two pages: the next look takes the rest
        } catch (ServerRefusal e) {
            if (!e.isPassing()) throw e;
        }
    }

    void assertUntouched() throws IOException {
        Map<String, FileView> rows = new HashMap<>();
        for (FileView row : job.files(null)) rows.put(row.id(), row);
        for (Done one : done.values()) {
            assertThat(status(one.row)).as(one.row.destination()).isEqualTo(one.status);
            assertThat(rows.get(one.row.id())).isEqualTo(one.row);
        }
    }

    private Map<String, Object> status(FileView row) throws IOException {
        assertThat(row.destination()).startsWith(destination);
        Path file = root.resolve(row.destination().substring(destination.length()));
        return Files.readAttributes(file, "unix:ino,ctime,size,lastModifiedTime", LinkOption.NOFOLLOW_LINKS);
    }
}
