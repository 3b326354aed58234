package org.bdm.client.cli.file;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.file.ByteSpan;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the bytes of one file. */
@Command(
        name = "cat",
        footer = {
            "bdm-client cat bdm://north/data/CMIP6/tas.nc > tas.nc",
            "bdm-client cat https://esgf.example.org/thredds/fileServer/tas.nc --range 0-1023 > head"
        },
        description = {
            "Prints the bytes of one file of a site or data node.",
            "Of a site: its export must be served over HTTP (--http-export), and --server or --profile name that"
                    + " site. Exit code 0 means that all bytes came, and that they have the digest that the site"
                    + " holds or --expect names. Bytes are printed before that is known."
        })
public final class CatCommand extends FileVerb {
    @Parameters(paramLabel = "ADDRESS", description = "bdm://SITE/EXPORT/path or an http(s) address.")
    String address = "";

    @Option(
            names = "--range",
            paramLabel = "A-B",
            description = "Only the bytes from A to B, counted from 0; A- to the end, -N the last N. Not verified.")
    @Nullable String range;

    @Override
    protected ExitCode run() {
        ByteSpan part = part();
        if (part != null && expect != null) throw usage("--expect is of the whole file: leave out --range");
        return pass(source(address, false), part, (content, facts, verdict) -> toOutput(content, verdict));
    }

    private @Nullable ByteSpan part() {
        try {
            return range == null ? null : ByteSpan.parse(range);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }
}
