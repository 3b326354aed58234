package org.bdm.client.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.core.control.ImportLineView;
import org.bdm.core.control.ImportView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Reads a list of another program and says what it holds; exit 1 when lines are refused.",
            "Known are wget scripts of ESGF, Synda, esgpull, mapfiles, Metalink 4, sha256sum and md5sum lists,",
            "batches of Globus, JSON and addresses of catalogs, dataset ids and DRS paths. Nothing in the file is run."
        })
final class ImportCommand extends Verb {
    @Parameters(index = "0", paramLabel = "FILE|-", description = "The list; - reads the input.")
    String file = "";

    @Option(names = "--dry-run", description = "Only look; needed for now, drafts come later.")
    boolean dryRun;

    @Override
    ExitCode run() {
        ImportView list = look();
        if (json()) terminal().json(list);
        else text(list);
        return list.refusedLines() == 0 ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }

    private ImportView look() {
        try (InputStream input = opened(file)) {
            return dryRun ? api().lookIntoList(() -> input) : api().importList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void text(ImportView list) {
        terminal().line("format         " + list.format());
        terminal().line("entries        " + list.entries());
        terminal().line("datasets       " + (list.datasetsComplete() ? "" : "more than ") + list.datasets());
        terminal().line("files          " + list.files());
        String unknown =
                list.filesWithoutSize() == 0 ? "" : ", and " + list.filesWithoutSize() + " files of unknown size";
        terminal().line("bytes          " + list.bytes() + " (" + ByteSize.text(list.bytes()) + ")" + unknown);
        lines("warnings", list.warnedLines(), list.warnings());
        lines("refused", list.refusedLines(), list.refused());
    }

    private void lines(String title, long number, List<ImportLineView> shown) {
        terminal().line(String.format("%-14s ", title) + number);
        if (shown.isEmpty()) return;
        Table table = new Table(">LINE", "REASON");
        shown.forEach(line -> table.row(String.valueOf(line.line()), line.reason()));
        terminal().table(table);
        if (number > shown.size()) terminal().message("only the first " + shown.size() + " are shown");
    }
}
