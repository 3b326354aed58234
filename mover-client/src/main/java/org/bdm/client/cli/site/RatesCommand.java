package org.bdm.client.cli.site;

import java.util.LongSummaryStatistics;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.core.control.link.LinkRatesView;
import org.bdm.core.control.link.RatePointView;
import org.bdm.core.control.link.RatesView;
import org.bdm.core.id.ByteRate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what the links to the site of the server moved within a time. */
@Command(
        name = "rates",
        footer = {"bdm-client rates", "bdm-client rates --since 7d", "bdm-client rates --since 7d --csv > rates.csv"},
        description = {
            "Shows what each link moved, and how fast.",
            "The mean is that of the steps in which something moved. Kept for 31 days."
        })
public final class RatesCommand extends Verb {
    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "From this time on: 12h, 7d or a moment; default: the last hour.")
    @Nullable String since;

    @Option(names = "--csv", description = "Prints each step of each link as a line of CSV.")
    boolean csv;

    @Override
    protected ExitCode run() {
        if (csv && json()) throw usage("--csv and --json exclude each other");
        RatesView rates = api().links().rates(pastMoment(since));
        if (!csv) return shown(rates, this::table);
        terminal().line("at,source,destination,bytes_per_second,files_per_second");
        rates.links().forEach(link -> link.points().forEach(point -> line(link, point)));
        return ExitCode.DONE;
    }

    private void line(LinkRatesView link, RatePointView point) {
        terminal()
                .line(String.join(
                        ",",
                        point.at().toString(),
                        link.source() == null ? "" : link.source(),
                        link.destination(),
                        String.valueOf(point.bytesPerSecond()),
                        String.valueOf(point.filesPerSecond())));
    }

    private void table(RatesView rates) {
        Table table = new Table("/SOURCE", "/DESTINATION", ">BYTES", ">FILES", ">?FAILURES", ">MEAN", ">MAX");
        for (LinkRatesView link : rates.links()) {
            LongSummaryStatistics points = link.points().stream()
                    .mapToLong(RatePointView::bytesPerSecond)
                    .summaryStatistics();
            table.row(
                    link.source() == null ? "others" : link.source(),
                    link.destination(),
                    ByteSize.text(link.bytes()),
                    String.valueOf(link.files()),
                    String.valueOf(link.failures()),
                    ByteRate.text(Math.round(points.getAverage())),
                    ByteRate.text(Math.max(0, points.getMax())));
        }
        terminal().table(table);
    }
}
