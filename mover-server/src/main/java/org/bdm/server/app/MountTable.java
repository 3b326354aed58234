package org.bdm.server.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The mounts of this machine: the part of a file system and its place. Two paths may lead to one file though neither is below the other: by a bind mount, or
 * by a file system that is mounted twice.
 */
final class MountTable {
    private static final Path OF_THIS_PROCESS = Path.of("/proc/self/mountinfo");
    private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");

    private final List<Mount> mounts;

    private MountTable(List<Mount> mounts) {
        this.mounts = mounts;
    }

    /**
     * A directory or file by its place in a file system, whatever way leads to it.
     *
     * @param device major and minor number
     * @param path from the root of that file system
     */
    record Place(String device, Path path) {
        boolean holds(Place other) {
            return device.equals(other.device) && other.path.startsWith(path);
        }
    }

    private record Mount(String device, Path root, Path point) {}

    /** The mounts that this process sees. */
    static MountTable read() throws IOException {
        return parse(Files.readString(OF_THIS_PROCESS, StandardCharsets.ISO_8859_1));
    }

    /** From the text of {@code /proc/self/mountinfo}. */
    static MountTable parse(String text) {
        List<Mount> mounts = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            String[] fields = line.split(" ", -1);
            if (fields.length < 5 || !fields[3].startsWith("/")) continue; // a root like net:[..] holds no files
            mounts.add(new Mount(fields[2], Path.of(unescaped(fields[3])), Path.of(unescaped(fields[4]))));
        }
        return new MountTable(mounts);
    }

    private static String unescaped(String field) {
        String latin = OCTAL.matcher(field)
                .replaceAll(
                        octal -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(octal.group(1), 8))));
        return new String(latin.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /** Returns the mount point of a path without links. */
    Place placeOf(Path real) {
        Mount best = null;
        for (Mount mount : mounts) {
            boolean isDeeper =
                    best == null || mount.point().getNameCount() >= best.point().getNameCount();
            if (real.startsWith(mount.point()) && isDeeper) best = mount; // the last one of a point covers the others
        }
        if (best == null) return new Place("", real);
        return new Place(
                best.device(),
                best.root().resolve(best.point().relativize(real)).normalize());
    }

    /** All places that can be reached below a path without links: its own, and what is mounted below it. */
    List<Place> below(Path real) {
        List<Place> places = new ArrayList<>(List.of(placeOf(real)));
        for (Mount mount : mounts) {
            if (mount.point().startsWith(real)) places.add(new Place(mount.device(), mount.root()));
        }
        return places;
    }

    /** Mount points below a path without links. */
    List<Path> pointsBelow(Path real) {
        return mounts.stream()
                .map(Mount::point)
                .filter(point -> point.startsWith(real))
                .toList();
    }
}
