package org.bdm.server.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * Refuses exports through which the secrets of this node could be read: an export may neither contain the home, the catalog or a file with
 * a secret, nor lie in the home. Refuses writable exports that lie in each other, too. Compared are places in file systems and inodes, not names, so that links and mounts hide nothing.
 */
final class HomePlacement {
    private final MountTable mounts;

    HomePlacement(MountTable mounts) {
        this.mounts = mounts;
    }

    /** Compares what the settings name, as mounted now. */
    static void check(ServerSettings settings, @Nullable Path catalogFile) {
        try {
            HomePlacement placement = new HomePlacement(MountTable.read());
            for (ExportSetting export : settings.exports()) {
                placement.refuseOverlap(export, settings.home());
                placement.refuseSecret(export, catalogFile, "the catalog");
                placement.refuseSecret(export, settings.options().backupDirectory, "the directory of backups");
                for (SecretFile secret : settings.secretFiles())
                    placement.refuseSecret(export, secret.path(), secret.what());
                for (ExportSetting other : settings.exports()) placement.refuseNested(export, other);
            }
        } catch (IOException e) {
            throw new MoverException(
                    ErrorCode.PERMISSION, "cannot find out where home and exports are mounted: " + e, e);
        }
    }

    /** INVALID_REQUEST if either holds the other. The home need not be there yet. */
    void refuseOverlap(ExportSetting export, Path home) throws IOException {
        Path exported = export.directory().toRealPath();
        Path ours = real(home);
        if (reaches(exported, ours)) throw refused(export, "contains the home " + home);
        if (Files.exists(home) && reaches(ours, exported)) throw refused(export, "lies in the home " + home);
    }

    /**
     * INVALID_REQUEST if both may be written to and the second lies in the first, or is the same directory: a file would be two, with two
     * holdings and two jobs that write it, and the rights for the one would open the other.
     */
    void refuseNested(ExportSetting outer, ExportSetting inner) throws IOException {
        if (outer.name().equals(inner.name()) || !outer.writable() || !inner.writable()) return;
        if (!reaches(outer.directory().toRealPath(), inner.directory().toRealPath())) return;
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "export " + inner.name() + " (" + inner.directory() + ") lies in export " + outer.name() + " ("
                        + outer.directory()
                        + "), and both may be written to: offer one of them read-only (NAME=DIR:ro),"
                        + " or use paths of the outer one");
    }

    /** INVALID_REQUEST if the export holds this file, whether it is there or not. */
    void refuseSecret(ExportSetting export, @Nullable Path secret, String what) throws IOException {
        if (secret == null || !reaches(export.directory().toRealPath(), real(secret))) return;
        throw refused(export, "contains " + what + ", " + secret);
    }

    private static MoverException refused(ExportSetting export, String how) {
        return new MoverException(
                ErrorCode.INVALID_REQUEST,
                "export " + export.name() + " (" + export.directory() + ") " + how
                        + ": its secrets could be read by whoever may read the export; keep them apart");
    }

    /** The path without links, as far as it is there. */
    private static Path real(Path path) throws IOException {
        Path absolute = path.toAbsolutePath().normalize();
        Path there = absolute;
        while (!Files.exists(there)) there = Objects.requireNonNull(there.getParent(), "the root is there");
        return there.toRealPath().resolve(there.relativize(absolute)).normalize();
    }

    /** True if what is at {@code inner}, or a part of it, can be reached below {@code outer}. */
    private boolean reaches(Path outer, Path inner) throws IOException {
        if (inner.startsWith(outer)) return true;
        for (MountTable.Place reached : mounts.below(outer)) {
            for (MountTable.Place secret : mounts.below(inner)) {
                if (reached.holds(secret)) return true;
            }
        }
        // What is mounted below the outer one may be a part of the inner one.
        MountTable.Place whole = mounts.placeOf(inner);
        for (Path point : mounts.pointsBelow(outer)) {
            if (whole.holds(mounts.placeOf(point))) return true;
        }
        return hasInodeOf(inner, outer);
    }

    private boolean hasInodeOf(Path inner, Path outer) throws IOException {
        List<Object> tops = new ArrayList<>();
        for (Path point : mounts.pointsBelow(outer)) {
            if (Files.exists(point)) tops.add(key(point));
        }
        tops.add(key(outer));
        for (Path above = inner; above != null; above = above.getParent()) {
            if (Files.exists(above) && tops.contains(key(above))) return true;
        }
        return false;
    }

    private static Object key(Path path) throws IOException {
        Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        return key == null ? path : key;
    }
}
