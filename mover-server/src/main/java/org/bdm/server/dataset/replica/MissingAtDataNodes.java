package org.bdm.server.dataset.replica;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.ReplicaCopy;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.interchange.write.ManifestFile;
import org.bdm.server.interchange.write.ManifestWriter;

/** Files of dataset versions that this site lacks and that data nodes have, for another program that fetches by addresses. Any thread that may block. */
public final class MissingAtDataNodes {
    private final MissingFiles files;

    /** With its parts. */
    public MissingAtDataNodes(DatasetResolver resolver, Catalog catalog) {
        this.files = new MissingFiles(resolver, catalog);
    }

    /**
     * Returns the missing files with their addresses, by asking the indexes. Files that no data node offers are left out: they may be at Globus.
     *
     * @throws MoverException NOT_FOUND if there is none; what {@link DatasetResolver#resolve} throws
     */
    public List<ManifestFile> of(List<String> datasets) {
        List<ManifestFile> missing = new ArrayList<>();
        files.forEach(datasets, (set, file, path) -> {
            List<URI> addresses = addresses(file);
            if (!addresses.isEmpty()) missing.add(MissingFiles.listed(set, file, path, "/" + path, addresses));
        });
        if (!missing.isEmpty()) return missing;
        throw new MoverException(ErrorCode.NOT_FOUND, "no file is missing here that an index says is at a data node");
    }

    /** Writes a list. */
    public static void write(List<ManifestFile> files, ManifestWriter writer) throws IOException {
        for (ManifestFile file : files) writer.add(file);
        writer.end();
    }

    private static List<URI> addresses(ReplicaFile file) {
        return file.copies().stream()
                .map(ReplicaCopy::url)
                .flatMap(Optional::stream)
                .flatMap(url -> address(url).stream())
                .toList();
    }

    /** Published addresses are texts of strangers. */
    private static Optional<URI> address(String url) {
        try {
            return Optional.of(URI.create(url));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
