package org.bdm.client.cli.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.bdm.client.EndpointText;
import org.bdm.client.ExportPath;
import org.bdm.client.MoverApi;
import org.bdm.client.RemoteFile;
import org.bdm.client.ServerAddress;
import org.bdm.client.ServerRefusal;
import org.bdm.client.file.ByteSpan;
import org.bdm.client.file.FileContent;
import org.bdm.core.control.Problem;
import org.jspecify.annotations.Nullable;

/**
 * A file by its address: of an export of the site that the command talks to, of a data node, or of this machine.
 *
 * @param name its last name, decoded; empty where the address has none
 */
record FileSource(String name, Opening opening) {
    /** Opens it, or a part of it; each time anew. */
    interface Opening {
        FileContent open(@Nullable ByteSpan part);
    }

    /** The connection that an address of a site needs. */
    record Site(MoverApi api, ServerAddress server) {}

    /** True of an address that is written as a place at a site. */
    static boolean isAtSite(String address) {
        return address.startsWith("bdm://");
    }

    static boolean isWeb(String address) {
        return address.regionMatches(true, 0, "https://", 0, 8) || address.regionMatches(true, 0, "http://", 0, 7);
    }

    /**
     * A file of an export.
     *
     * @throws IllegalArgumentException for what is not bdm://SITE/EXPORT/path
     */
    static FileSource atSite(String address, Site site) {
        ExportPath path = ExportPath.parse(EndpointText.ofArgument(address));
        if (path.path().isEmpty()) throw new IllegalArgumentException("not a file: " + address);
        RemoteFile file = RemoteFile.at(site.server(), "/thredds/fileServer/" + path.export() + "/" + path.path());
        return new FileSource(decoded(path.name()), part -> opened(file, part, path, site));
    }

    /** Asks for the file first: most servers tell with it of which site they are. */
    private static FileContent opened(RemoteFile file, @Nullable ByteSpan part, ExportPath path, Site site) {
        FileContent content;
        try {
            content = file.open(part);
        } catch (ServerRefusal refusal) {
            checkSite(site.api().version().site(), path, site);
            throw refusal;
        }
        boolean isTaken = false;
        try {
            checkSite(content.site().isEmpty() ? site.api().version().site() : content.site(), path, site);
            isTaken = true;
            return content;
        } finally {
            if (!isTaken) close(content);
        }
    }

    private static void close(FileContent content) {
        try {
            content.bytes().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An export of that name at another site is another one. */
    private static void checkSite(String own, ExportPath path, Site site) {
        if (own.equals(path.site())) return;
        throw ServerRefusal.of(new Problem(
                null,
                null,
                404,
                "the server " + site.server() + " is of site '" + own + "', not of '" + path.site() + "'",
                "UNKNOWN_SITE",
                null,
                "Name the server of that site with --server or --profile, and a token of it.",
                List.of()));
    }

    /** A file of a data node; no token is sent to it. */
    static FileSource atDataNode(String address, @Nullable Path certificateFile) {
        URI place = URI.create(EndpointText.ofArgument(address));
        if (place.getHost() == null || place.getRawUserInfo() != null)
            throw new IllegalArgumentException("not an address of a file: " + address);
        String path = place.getRawPath();
        String name = decoded(path.substring(path.lastIndexOf('/') + 1));
        return new FileSource(name, new RemoteFile(place, null, certificateFile)::open);
    }

    /**
     * A file of this machine.
     *
     * @throws IllegalArgumentException if it cannot be read
     */
    static FileSource here(Path file) {
        Path name = file.getFileName();
        return new FileSource(name == null ? "" : name.toString(), part -> {
            if (part != null) throw new IllegalArgumentException("a range is for files of sites and data nodes");
            return opened(file);
        });
    }

    private static FileContent opened(Path file) {
        try {
            if (!Files.isRegularFile(file) && Files.exists(file))
                throw new IllegalArgumentException("not a regular file: " + file);
            return new FileContent(
                    Files.newInputStream(file),
                    Files.size(file),
                    null,
                    "",
                    Files.getLastModifiedTime(file).toMillis());
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("no such file: " + file, e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static String decoded(String name) {
        String path = URI.create("/" + name).getPath();
        return path == null ? "" : path.substring(1);
    }
}
