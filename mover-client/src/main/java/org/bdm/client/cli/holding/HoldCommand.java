package org.bdm.client.cli.holding;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.bdm.client.EndpointText;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Table;
import org.bdm.core.control.holding.HoldingListView;
import org.bdm.core.control.holding.StartSurvey;
import org.bdm.core.control.holding.SurveyView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Registers files already on disk. */
@Command(
        name = "hold",
        footer = {
            "bdm-client hold --scan bdm://south/in/CMIP6",
            "bdm-client hold --scan bdm://south/in/tas.nc --accept-changed --reason \"metadata corrected\"",
            "bdm-client hold --from tas.mapfile --root bdm://south/in"
        },
        description = {
            "Registers files already on disk.",
            "Keeps the evidence that the list gives; does not read their contents. Exit 1 if files are missing or"
                    + " different, or",
            "cannot be read."
        })
public final class HoldCommand extends Verb {
    @ArgGroup(multiplicity = "1")
    What what = new What();

    @Option(
            names = "--root",
            paramLabel = "ENDPOINT",
            description = "Where relative paths of the list begin: bdm://SITE/EXPORT/path")
    @Nullable String root;

    @Option(
            names = "--accept-changed",
            description =
                    "With --scan: take files that changed on disk as they are; their evidence goes to the history.")
    boolean acceptChanged;

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            description = "Why the changed files are right; kept in the history.")
    @Nullable String reason;

    static final class What {
        @Option(names = "--scan", paramLabel = "ENDPOINT", description = "All files below bdm://SITE/EXPORT/path")
        @Nullable String scan;

        @Option(
                names = "--from",
                paramLabel = "FILE|-",
                description =
                        "The files of a mapfile, of the output of sha256sum or md5sum, or of a Synda database as CSV.")
        @Nullable String from;
    }

    @Option(names = "--no-wait", description = "Print the id of the survey and do not wait; see 'watch'.")
    boolean noWait;

    @Override
    protected ExitCode run() {
        if (acceptChanged != (reason != null)) throw usage("--accept-changed and --reason need each other");
        if (acceptChanged && what.scan == null) throw usage("--accept-changed needs --scan");
        if (what.from != null) return list(what.from);
        if (what.scan == null) throw usage("give --scan or --from");
        if (root != null) throw usage("--root needs --from");
        SurveyWatch watch = new SurveyWatch(this);
        String place = endpoint(what.scan);
        SurveyView begun = api().surveys().startScan(new StartSurvey(place, null, reason));
        if (noWait) return watch.printed(begun);
        SurveyView scan = watch.untilItEnds(begun);
        watch.sum("holding", scan);
        watch.next(place);
        return scan.findings() == 0 ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }

    private String endpoint(String text) {
        try {
            return EndpointText.ofPlace(text);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private ExitCode list(String file) {
        HoldingListView list;
        try (InputStream input = opened(file)) {
            list = api().adoptList(() -> input, root == null ? null : endpoint(root));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (json()) terminal().json(list);
        else text(list);
        boolean isClean = list.missing() + list.different() + list.refused() == 0;
        return isClean ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }

    private void text(HoldingListView list) {
        terminal().line("format         " + list.format());
        terminal().line("registered     " + Plural.of(list.adopted(), "file") + ", " + ByteSize.text(list.bytes()));
        terminal().line("missing        " + list.missing());
        terminal().line("different      " + list.different());
        terminal().line("refused        " + list.refused());
        if (list.troubles().isEmpty()) return;
        Table table = new Table(">LINE", "~REASON");
        list.troubles().forEach(line -> table.row(String.valueOf(line.line()), line.reason()));
        terminal().table(table);
        long all = list.missing() + list.different() + list.refused();
        if (all > list.troubles().size()) {
            terminal().message("only the first " + list.troubles().size() + " are shown");
        }
    }
}
