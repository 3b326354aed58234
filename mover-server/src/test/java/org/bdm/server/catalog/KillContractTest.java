package org.bdm.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.job.Event;
import org.bdm.server.catalog.tools.CatalogCheck;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KillContractTest {
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void everythingThatWasAcknowledgedIsThereAfterAKill(TestDatabase database)
            throws IOException, InterruptedException {
        CatalogLocation location = database.prepared();
        for (int lines : new int[] {1, 150, 777}) {
            List<String> acknowledged = ChildProcess.writeAndKill(location, lines);
            assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(lines);
            try (OpenCatalog open = OpenCatalog.at(location)) {
                for (String line : acknowledged) assertThere(open.catalog, line);
            }
            assertThat(CatalogCheck.check(location).problems()).isEmpty();
        }
    }

    private static void assertThere(Catalog catalog, String line) {
        long number = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
        if (line.startsWith("ok job")) {
            JobId job = new JobId(number);
            assertThat(catalog.jobs().find(job)).as(line).isPresent();
            assertThat(catalog.jobs().items(job, 0, 10)).as(line).hasSize(2);
        } else {
            assertThat(catalog.events().after(null, number - 1, 1))
                    .as(line)
                    .extracting(Event::number)
                    .containsExactly(number);
        }
    }
}
