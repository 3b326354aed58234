package org.bdm.client.cli.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a reference set, which xarray opens as one dataset. */
@Command(
        name = "references",
        footer = "bdm-client references bdm://a/data/CMIP6/tas/v20190903 --out tas.json",
        description = {
            "Writes references that xarray opens as one dataset.",
            "Of a NetCDF file, the NetCDF files of a directory, or a dataset version that is held here."
                    + " No data is read or copied: the references say where each chunk lies in the files.",
            "Open them with xarray.open_dataset(\"tas.json\", engine=\"kerchunk\")."
                    + " What cannot be referenced is refused by name."
        })
public final class ReferencesCommand extends Verb {
    @Parameters(
            paramLabel = "PLACE|DATASET",
            description =
                    "A file or directory of this site, bdm://SITE/EXPORT/PATH, or the instance id of a dataset version.")
    String place = "";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "json",
            description = "json (default), or parquet: a directory, of which readers fetch only what they need.")
    String format = "json";

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "A new file, or for parquet a new directory; default for json: standard output.")
    @Nullable Path out;

    @Option(
            names = "--root",
            paramLabel = "URL",
            description =
                    "Address of the export as readers have it, https:// or file://; default: our own, if the export is"
                            + " served over HTTP.")
    @Nullable String root;

    @Override
    protected ExitCode run() {
        if (!Set.of("json", "parquet").contains(format)) throw usage("--format is neither json nor parquet");
        boolean isParquet = format.equals("parquet");
        if (isParquet && out == null) throw usage("parquet is a directory: give it a name with --out");
        try (InputStream references = api().replication().references(place, format, root)) {
            if (out == null) terminal().line(new String(references.readAllBytes(), StandardCharsets.UTF_8));
            else if (isParquet) unpack(references, out);
            else write(references, out);
        } catch (FileAlreadyExistsException e) {
            throw usage(out + " already exists");
        } catch (IOException e) {
            throw usage("cannot write " + (out == null ? "the references" : out) + ": " + e.getMessage());
        }
        return ExitCode.DONE;
    }

    /** All or nothing: half a set would read as fill values. */
    private static void write(InputStream references, Path file) throws IOException {
        Files.createFile(file);
        try (OutputStream target = Files.newOutputStream(file)) {
            references.transferTo(target);
        } catch (IOException | RuntimeException e) {
            Files.delete(file);
            throw e;
        }
    }

    /** The metadata comes first and is written last: without it, nobody takes the directory for a set. */
    private static void unpack(InputStream references, Path directory) throws IOException {
        Files.createDirectory(directory);
        Path root = directory.toAbsolutePath().normalize();
        ZipInputStream zip = new ZipInputStream(references);
        byte @Nullable [] metadata = null;
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            Path file = root.resolve(entry.getName()).normalize();
            if (!file.startsWith(root)) throw new IOException("the server sent a name outside of the directory");
            if (entry.getName().equals(".zmetadata")) {
                metadata = zip.readAllBytes();
                continue;
            }
            Files.createDirectories(file.getParent());
            Files.copy(zip, file);
        }
        if (metadata == null) throw new IOException("the server sent no metadata");
        Files.write(root.resolve(".zmetadata"), metadata);
    }
}
