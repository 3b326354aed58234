package org.bdm.client.cli.dataset;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a manifest: mapfile, digests, Metalink, receipt... */
@Command(
        name = "manifest",
        footer = "bdm-client manifest CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803 --format"
                + " mapfile --output tas.mapfile",
        description = {
            "Writes a manifest: mapfile, digests, Metalink, receipt...",
            "For publication, for another program or for audit. Sends nothing. A file that the format"
                    + " cannot express",
            "is refused by name."
        })
public final class ManifestCommand extends Verb {
    @Parameters(
            paramLabel = "JOB|DATASET",
            description = "A job of this site, or a dataset version by its instance id.")
    String subject = "";

    @Option(
            names = "--format",
            required = true,
            paramLabel = "FORMAT",
            description =
                    "mapfile (for esgpublish), sha256sum, metalink, stac-patch, globus-batch or receipt (signed).")
    String format = "";

    @Option(names = "--node", paramLabel = "NAME", description = "stac-patch: the registered name of our data node.")
    @Nullable String node;

    @Option(
            names = "--root",
            paramLabel = "URL|DIRECTORY",
            description = "metalink, stac-patch: address above the paths of the export; else our own, if it is public."
                    + " globus-batch: absolute directory at the destination endpoint.")
    @Nullable String root;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "A new file; default: standard output.")
    @Nullable Path output;

    @Override
    protected ExitCode run() {
        try (InputStream manifest = api().replication().manifest(subject, format, node, root)) {
            if (output == null) print(manifest);
            else Files.copy(manifest, output);
        } catch (FileAlreadyExistsException e) {
            throw usage(output + " already exists");
        } catch (IOException e) {
            throw usage("cannot write " + (output == null ? "the manifest" : output) + ": " + e.getMessage());
        }
        return ExitCode.DONE;
    }

    private void print(InputStream manifest) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(manifest, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine())
            terminal().line(line);
    }
}
