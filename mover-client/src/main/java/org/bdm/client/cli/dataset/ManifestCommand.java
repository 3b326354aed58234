package org.bdm.client.cli.dataset;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.client.ReplicationApi.ListChoices;
import org.bdm.client.ServerRefusal;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Surroundings;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.Plural;
import org.bdm.core.control.holding.ManifestDatasetsView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a manifest: mapfile, digests, Metalink, receipt... */
@Command(
        name = "manifest",
        footer = {
            "bdm-client manifest CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803 --format"
                    + " mapfile --output tas.map",
            "bdm-client manifest job-7 --format aria2 --output job-7.aria2"
        },
        description = {
            "Writes a manifest: mapfile, digests, Metalink, receipt...",
            "For publication, for another program or for audit. Sends nothing. A file that the format"
                    + " cannot express is refused by name.",
            "A mapfile and a stac-patch are of one dataset version. Of a job with several, --output-directory"
                    + " writes a file for each: DATASET.map, DATASET.stac-patch.",
            "A list for another mover (Globus, rclone, wget, aria2, gfal-copy, FTS) has each destination once."
                    + " A name that the other program would change is refused, with the format that keeps it.",
            "Several jobs or datasets: one after the other in one list; formats that are one document need"
                    + " a file for each with --output-directory, where one that is refused does not hold up the"
                    + " others; exit 1."
        })
public final class ManifestCommand extends Verb {
    /** Their lines mean the same behind those of another manifest. */
    private static final Set<String> LINES =
            Set.of("sha256sum", "globus-batch", "rclone", "rclone-urls", "wget", "aria2", "gfal");
    /** Their addresses can be those of data nodes. */
    private static final Set<String> OF_MISSING =
            Set.of("globus-batch", "metalink", "rclone-urls", "wget", "aria2", "gfal", "fts");
    /** A file of these is of one dataset version. */
    private static final Set<String> OF_ONE_DATASET = Set.of("mapfile", "stac-patch");
    /** Endings that are not the name of the format: those of the publisher's tools. */
    private static final Map<String, String> ENDINGS = Map.of("mapfile", "map");

    @Parameters(
            arity = "1..*",
            paramLabel = "JOB|DATASET",
            description = "Jobs of this site, or dataset versions by their instance ids.")
    List<String> subjects = new ArrayList<>();

    @Option(
            names = "--format",
            required = true,
            paramLabel = "FORMAT",
            description =
                    "mapfile (for esgpublish), sha256sum, metalink, stac-patch, globus-batch, rclone, rclone-urls, wget,"
                            + " aria2, gfal, fts or receipt (signed).")
    String format = "";

    @Option(names = "--node", paramLabel = "NAME", description = "stac-patch: the registered name of our data node.")
    @Nullable String node;

    @Option(
            names = "--root",
            paramLabel = "URL|DIRECTORY",
            description = "metalink, rclone-urls, wget, aria2, gfal, stac-patch: address above the paths of the export;"
                    + " else our own, if it is public. globus-batch, fts: directory at the destination.")
    @Nullable String root;

    @Option(
            names = "--digest",
            paramLabel = "ALGORITHM",
            description = "globus-batch, fts: sha256, md5 or none. Default: sha256 for globus-batch, md5 for fts.")
    @Nullable String digest;

    @Option(
            names = "--missing",
            description = "The files that are missing here: globus-batch those that an index says are at an endpoint of"
                    + " Globus, other lists those at data nodes.")
    boolean missing;

    @Option(
            names = "--endpoint",
            paramLabel = "UUID",
            description = "--missing: the source endpoint, if there are several.")
    @Nullable String endpoint;

    @Option(
            names = "--include-unvouched",
            description = "Also list files whose digest was only computed here: nobody outside vouches for them.")
    boolean includeUnvouched;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "A new file; default: standard output.")
    @Nullable Path output;

    @Option(
            names = "--output-directory",
            paramLabel = "DIR",
            description = "A new file for each in this directory, with its name and that of the format.")
    @Nullable Path directory;

    @Override
    protected ExitCode run() {
        if (missing && !OF_MISSING.contains(format)) throw usage("--missing makes no " + format);
        if (directory != null && output != null) throw usage("--output and --output-directory exclude each other");
        if (directory != null) return each(directory);
        if (subjects.size() > 1 && !LINES.contains(format)) {
            throw usage("of several, " + format + " needs a file for each: --output-directory DIR");
        }
        try {
            if (output == null) print();
            else writeAll(output);
        } catch (FileAlreadyExistsException e) {
            throw usage(output + " already exists");
        } catch (IOException e) {
            throw usage("cannot write " + (output == null ? "the manifest" : output) + ": " + e.getMessage());
        }
        return ExitCode.DONE;
    }

    /** All or nothing: half a list would look like a whole one. */
    private void writeAll(Path file) throws IOException {
        Files.createFile(file);
        try (OutputStream out = Files.newOutputStream(file)) {
            writeAll(out);
        } catch (IOException | RuntimeException e) {
            Files.delete(file);
            throw e;
        }
    }

    private void writeAll(OutputStream out) throws IOException {
        RecordsOnce records = new RecordsOnce(out);
        for (String subject : Set.copyOf(subjects).size() == 1 ? subjects.subList(0, 1) : subjects) {
            try (InputStream manifest = manifest(subject)) {
                if (subjects.size() == 1) manifest.transferTo(out);
                else records.add(manifest);
            }
        }
    }

    private InputStream manifest(String subject) {
        ListChoices choices = new ListChoices(format, node, root, digest);
        if (missing) return api().replication().missing(subject, choices, endpoint);
        return api().replication().manifest(subject, choices, includeUnvouched);
    }

    private ExitCode each(Path parent) {
        boolean isRefused = false;
        Set<String> wanted = new LinkedHashSet<>();
        for (String subject : subjects) isRefused |= !addTo(wanted, subject);
        for (String subject : wanted) {
            String ending = ENDINGS.getOrDefault(format, format);
            Path file = parent.resolve(subject.replace('/', '_') + "." + ending);
            try (InputStream manifest = manifest(subject)) {
                Files.copy(manifest, file);
            } catch (ServerRefusal e) {
                if (wanted.size() == 1) throw e;
                isRefused = true;
                terminal().message(subject + ": " + e.getMessage());
            } catch (FileAlreadyExistsException e) {
                throw usage(file + " already exists");
            } catch (IOException e) {
                throw usage("cannot write " + file + ": " + e.getMessage());
            }
        }
        return isRefused ? ExitCode.FILES_FAILED : ExitCode.DONE;
    }

    /** Each dataset version of a job in its place, if the format is of one; false if something of it cannot be written so. */
    private boolean addTo(Set<String> wanted, String subject) {
        if (!OF_ONE_DATASET.contains(format) || subject.contains(".")) {
            wanted.add(subject);
            return true;
        }
        ManifestDatasetsView versions = api().replication().manifestDatasets(subject);
        wanted.addAll(versions.datasets());
        if (versions.datasets().isEmpty()) wanted.add(subject); // the server says why there is nothing
        if (versions.filesOfNone() == 0 || versions.datasets().isEmpty()) return true;
        terminal()
                .message(subject + ": " + Plural.of(versions.filesOfNone(), "file")
                        + " of no dataset version left out of every " + format);
        return false;
    }

    /** For a program as it is: names may have characters that a terminal must not see. */
    private void print() throws IOException {
        Surroundings surroundings = front().surroundings();
        if (surroundings.widths().out() == 0) {
            writeAll(surroundings.bytes());
            surroundings.bytes().flush();
            return;
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        writeAll(all);
        all.toString(StandardCharsets.UTF_8).lines().forEach(terminal()::line);
    }
}
