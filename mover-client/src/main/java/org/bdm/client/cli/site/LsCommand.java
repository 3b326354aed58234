package org.bdm.client.cli.site;

import java.util.Locale;
import org.bdm.client.EndpointText;
import org.bdm.client.ExportPath;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.EntryView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "ls", description = "Lists a directory of an export.")
public final class LsCommand extends Verb {
    @Parameters(paramLabel = "ENDPOINT", description = "bdm://SITE/EXPORT/path")
    String endpoint = "";

    @Override
    protected ExitCode run() {
        ExportPath directory;
        try {
            directory = ExportPath.parse(EndpointText.ofArgument(endpoint));
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
        print(api().entries(directory), this::line);
        return ExitCode.DONE;
    }

    private void line(EntryView entry) {
        String mark = entry.kind().equals("DIRECTORY") ? "/" : "";
        String target = entry.linkTarget() == null ? "" : " -> " + entry.linkTarget();
        String size = entry.size() == null ? "-" : ByteSize.text(entry.size());
        terminal()
                .line(String.format(Locale.ROOT, "%10s  %-19s  ", size, TimeText.moment(entry.mtime(), zone()))
                        + entry.name()
                        + mark
                        + target);
    }
}
