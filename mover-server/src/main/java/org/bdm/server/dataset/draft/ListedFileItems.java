package org.bdm.server.dataset.draft;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.dataset.merge.DatasetDirectory;
import org.bdm.server.dataset.merge.PathSegment;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.DrsPath;
import org.bdm.server.interchange.entry.ListedFile;

/**
 * Files that a list names with their addresses, as items of a job. They go where their dataset belongs, if the list tells it, else where the
 * list says. Immutable.
 */
final class ListedFileItems {
    private static final int PREFERENCE_MAX = 1_000;

    private final Endpoint destination;

    ListedFileItems(Endpoint destination) {
        this.destination = destination;
    }

    /** The item; one that will fail, and says why, if no safe path can be made. */
    SubmittedItem of(long line, ListedFile file) {
        long size = file.sizeBytes() == null ? SubmittedItem.SIZE_UNKNOWN : file.sizeBytes();
        Optional<String> path = path(file);
        if (path.isEmpty()) {
            return SubmittedItem.fromNowhere(
                    below("unnamed/line-" + line),
                    size,
                    file.digests(),
                    "no safe path can be made for line " + line + " of the list");
        }
        List<ItemCopy> copies = new ArrayList<>();
        for (java.net.URI url : file.urls()) {
            if (copies.size() == SubmittedItem.COPIES_MAX) break;
            if (url.toString().length() > ItemCopy.LOCATION_LENGTH_MAX) continue;
            copies.add(new ItemCopy(url.toString(), Math.min(PREFERENCE_MAX, copies.size())));
        }
        if (copies.isEmpty()) {
            return SubmittedItem.fromNowhere(
                    below(path.get()),
                    size,
                    file.digests(),
                    "no live copy: the addresses of line " + line + " are too long");
        }
        return new SubmittedItem(copies.get(0).source(), below(path.get()), false, size, file.digests(), null, copies);
    }

    private static Optional<String> path(ListedFile file) {
        List<String> parts = Arrays.stream(file.path().split("/"))
                .filter(part -> !part.isEmpty() && !part.equals("."))
                .toList();
        if (parts.isEmpty()) return Optional.empty();
        DatasetName dataset = file.dataset();
        if (dataset != null && dataset.hasVersion()) {
            DatasetDirectory directory = new DatasetDirectory(dataset, facets(file, dataset));
            Optional<String> belongs = directory.filePath(parts.get(parts.size() - 1));
            if (belongs.isPresent()) return belongs;
        }
        String whole = String.join("/", parts);
        boolean isSafe =
                whole.length() <= PathSegment.PATH_LENGTH_MAX && parts.stream().allMatch(PathSegment::isSafe);
        return isSafe ? Optional.of(whole) : Optional.empty();
    }

    /** Returns the facets in the path or an address of the file; its directories are values already taken apart. */
    private static Map<String, TreeSet<String>> facets(ListedFile file, DatasetName dataset) {
        Stream<String> addresses = file.urls().stream().map(url -> Objects.requireNonNullElse(url.getPath(), ""));
        return Stream.concat(Stream.of(file.path()), addresses)
                .map(DrsPath::of)
                .filter(path -> path != null && dataset.equals(path.dataset()))
                .findFirst()
                .map(path -> path.facets().entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, facet -> new TreeSet<>(Set.of(facet.getValue())))))
                .orElse(Map.of());
    }

    private String below(String path) {
        return destination
                .withPath(StorePath.ofUtf8(path).below(destination.path()))
                .toString();
    }
}
