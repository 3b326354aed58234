package org.bdm.client.cli.site;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.core.control.link.SetPlaceLimit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Sets the limit of an export. */
@Command(
        name = "set",
        footer = {
            "bdm-client export set disk1 --max-rate-in 400MB/s",
            "bdm-client export set tape --max-rate-out 200MB/s --max-active-files 4",
            "bdm-client export set disk1 --max-rate-in none"
        },
        description = {
            "Sets the limit of an export of the site.",
            "It counts for all jobs, links and nodes together, and takes effect within 2 s. What is not given stays as it is."
        })
final class ExportSetCommand extends PlaceLimitVerb {
    @Parameters(paramLabel = "EXPORT", description = "Its name, from 'export list'.")
    String export = "";

    @Override
    protected ExitCode run() {
        SetPlaceLimit wanted = wanted(null);
        if (wanted.equals(SetPlaceLimit.NOTHING))
            throw usage("nothing to set: give --max-rate-in, --max-rate-out, --max-active-files or --note");
        return told(api().links().limitExport(export, wanted));
    }
}
