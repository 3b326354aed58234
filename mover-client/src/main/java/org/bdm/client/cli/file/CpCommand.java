package org.bdm.client.cli.file;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.bdm.client.cli.verb.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies one file to this machine. */
@Command(
        name = "cp",
        footer = {
            "bdm-client cp bdm://north/data/CMIP6/tas.nc .",
            "bdm-client cp https://esgf.example.org/thredds/fileServer/tas.nc tas.nc --expect crc32c:e3069283"
        },
        description = {
            "Copies one file to this machine, without a job.",
            "It is written under a temporary name beside the destination, and gets its name when it is whole and,"
                    + " where a digest is known, verified. Nothing is resumed: what was cut off begins anew. For"
                    + " trees, for resuming and for copies between sites use 'bdm-client submit'."
        })
public final class CpCommand extends FileVerb {
    @Parameters(
            index = "0",
            paramLabel = "SOURCE",
            description = "bdm://SITE/EXPORT/path (as for cat), an http(s) address, or a file of this machine.")
    String from = "";

    @Parameters(
            index = "1",
            paramLabel = "DESTINATION",
            description = "A file or directory here; - is standard output.")
    String to = "";

    @Option(names = "--overwrite", description = "Replace a file that is there.")
    boolean overwrite;

    @Override
    protected ExitCode run() {
        if (FileSource.isAtSite(to) || FileSource.isWeb(to))
            throw usage("the destination is a file of this machine; to copy to a site use 'bdm-client submit'");
        if (to.equals("-"))
            return pass(source(from, true), null, (content, facts, verdict) -> toOutput(content, verdict));
        FileSource source = source(from, true);
        Path target = target(source.name());
        if (!overwrite && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) throw exists(target);
        return pass(source, null, (content, facts, verdict) -> {
            try (PlacedFile file = PlacedFile.beside(target)) {
                content.to(file.out());
                var found = verdict.whole();
                file.place(facts.modifiedMillis(), overwrite);
                return found;
            } catch (FileAlreadyExistsException e) {
                throw exists(target);
            }
        });
    }

    private Path target(String name) {
        Path path = Path.of(to);
        if (!Files.isDirectory(path)) return path;
        if (name.isEmpty()) throw usage("the source has no name: name a file as the destination");
        return path.resolve(name);
    }

    private RuntimeException exists(Path target) {
        return usage(target + " already exists; --overwrite replaces it");
    }
}
