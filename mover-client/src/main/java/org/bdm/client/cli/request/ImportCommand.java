package org.bdm.client.cli.request;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.core.control.request.ImportView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Imports a list (wget, Synda, esgpull, ...) as a draft. */
@Command(
        name = "import",
        footer = "bdm-client import wget-20180803.sh --dry-run",
        description = {
            "Imports a list (wget, Synda, esgpull, ...) as a draft.",
            "Reads wget scripts of ESGF, Synda, esgpull, mapfiles, Metalink 4, lists of sha256sum and md5sum, batches"
                    + " of Globus,",
            "JSON and addresses of catalogs, dataset ids and DRS paths. Runs nothing in the file. A query with a"
                    + " constraint that",
            "no index supports is refused. Exit 1 if lines are refused: they are not in the draft."
        })
public final class ImportCommand extends Verb {
    private static final int LABEL_LENGTH_MAX = 500;

    @Parameters(index = "0", paramLabel = "FILE|-", description = "The list; - reads the input.")
    String file = "";

    @Option(names = "--dry-run", description = "Show what the list contains; create no draft.")
    boolean dryRun;

    @Override
    protected ExitCode run() {
        ImportView list = look();
        if (json()) terminal().json(list);
        else new ListSheet(terminal()).write(list);
        return list.refusedLines() == 0 ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }

    private ImportView look() {
        try (InputStream input = opened(file)) {
            return dryRun ? api().lookIntoList(() -> input) : api().importList(label(), () -> input);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String label() {
        Path name = file.equals("-") ? null : Path.of(file).getFileName();
        String text = name == null ? "" : name.toString().replaceAll("\\p{C}", "?");
        return text.substring(0, Math.min(LABEL_LENGTH_MAX, text.length()));
    }
}
