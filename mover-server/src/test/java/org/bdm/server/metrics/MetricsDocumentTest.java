package org.bdm.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/metrics.md is what the meters say of themselves. */
class MetricsDocumentTest {
    private static final Path KEPT = Path.of("..", "docs", "metrics.md");
    private static final String RENEW = "mvn -pl mover-server -am test -Dtest=MetricsDocumentTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dupdate.metrics=true";

    @Test
    void keptDocumentNamesEveryMeter() throws IOException {
        String text = document();
        if (Boolean.getBoolean("update.metrics")) Files.writeString(KEPT, text);
        assertThat(Files.exists(KEPT) ? Files.readString(KEPT) : "")
                .as("docs/metrics.md; renew it with '" + RENEW + "'")
                .isEqualTo(text);
    }

    private static String document() {
        return """
                # Metrics

                For whoever reads or queries what `GET /actuator/prometheus` answers: every metric of the Bulk Data Mover. [how-to/monitor.md](how-to/monitor.md)
                says how to scrape them, with a dashboard and alert rules. The page is made from the program and a test compares it; after a change renew it with

                    %s

                Beside these, the answer has the metrics that Spring Boot names: `jvm_*`, `process_*`, `system_*`, `http_server_requests_*`, `tomcat_*`, `logback_*`.

                ## One process or the whole site

                - Names that begin with `bdm_site_` are figures of the whole site, read from the catalog. Each process with the role control shows the same ones:
                  take `max by (site, ...)`, and never a sum over processes.
                - All other names are figures of one process since its start. Those with *yes* under *sum* may be added up over the processes of a site, those with *no* not.
                - Processes with the role data alone have no `bdm_site_*`. Processes with the role control alone have none of the transfers, the cache, the data port and
                  the data nodes.
                - What takes a query or a look at a file system is read every 10 s to 60 s while somebody scrapes, and never delays a scrape. `bdm_figures_age_seconds`
                  says how old it is; a figure older than 5 minutes is not shown.
                - A metric without a value, such as the room in an export that cannot be read, is left out.

                ## The whole site

                %s
                ## One process

                %s
                ## Labels

                A label takes at most so many values in one process. Values that come later are added up under `other`; metrics that do not add up lack them.

                %s""".formatted(RENEW, meters(true), meters(false), labels());
    }

    private static String meters(boolean ofSite) {
        StringBuilder text = new StringBuilder(
                ofSite
                        ? "| metric | type | labels | what it says |\n|---|---|---|---|\n"
                        : "| metric | type | sum | labels | what it says |\n|---|---|---|---|---|\n");
        for (DeclaredMeter meter : DeclaredMeter.values()) {
            if (meter.isOfSite() != ofSite) continue;
            text.append("| `")
                    .append(meter.shown())
                    .append("` | ")
                    .append(meter.kind().shown())
                    .append(" | ");
            if (!ofSite) text.append(meter.kind().addsUp() ? "yes" : "no").append(" | ");
            text.append(labelsOf(meter)).append(" | ").append(meter.help()).append(" |\n");
        }
        return text.toString();
    }

    private static String labelsOf(DeclaredMeter meter) {
        List<MeterLabel> own = meter.labels().subList(1, meter.labels().size());
        return own.stream().map(label -> "`" + label.shown() + "`").collect(Collectors.joining(" "));
    }

    private static String labels() {
        StringBuilder text = new StringBuilder("| label | values | meaning | of |\n|---|---|---|---|\n");
        for (MeterLabel label : MeterLabel.values()) {
            String of = label == MeterLabel.SITE
                    ? "all"
                    : Arrays.stream(DeclaredMeter.values())
                            .filter(meter -> meter.labels().contains(label))
                            .map(meter -> "`" + meter.shown() + "`")
                            .collect(Collectors.joining(" "));
            text.append("| `").append(label.shown()).append("` | ").append(label.valuesMax());
            text.append(" | ").append(label.meaning()).append(" | ").append(of).append(" |\n");
        }
        return text.toString();
    }
}
