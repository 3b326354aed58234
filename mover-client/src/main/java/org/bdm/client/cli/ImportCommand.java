package org.bdm.client.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.bdm.core.control.ImportView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Reads a list of another program, keeps what it asks for as a draft, and says what it holds;",
            "exit 1 when lines are refused, which are not in the draft.",
            "Known are wget scripts of ESGF, Synda, esgpull, mapfiles, Metalink 4, sha256sum and md5sum lists,",
            "batches of Globus, JSON and addresses of catalogs, dataset ids and DRS paths. Nothing in the file is run."
        })
final class ImportCommand extends Verb {
    private static final int LABEL_LENGTH_MAX = 500;

    @Parameters(index = "0", paramLabel = "FILE|-", description = "The list; - reads the input.")
    String file = "";

    @Option(names = "--dry-run", description = "Only look: no draft is made.")
    boolean dryRun;

    @Override
    ExitCode run() {
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
