package org.bdm.server.job.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.MissingCopy;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.HeldFile;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.dataset.replica.TreesAtSites;

/**
 * The places that have the files of one chunk.
 *
 * @param byItem copies by number of the item; an item that is missing has only its source
 * @param found by file: what a copy turned out to be, by its URL
 * @param missing copies that were missing when they were asked last, by their address as it was given
 * @param held by file: one that this site holds with the same bytes
 * @param trees at paired sites that may have the files
 * @param isOpen whether a copy may be asked now
 */
record KnownCopies(
        Map<Integer, List<ItemCopy>> byItem,
        Map<FileId, Map<String, Checksum>> found,
        Map<String, MissingCopy> missing,
        Map<FileId, HeldCopy> held,
        TreesAtSites trees,
        Predicate<Copy> isOpen) {
    private static final int LOCATION_LENGTH_MAX = 3_000; // what was found of it must fit into the catalog

    /** Files of a site, which is one place. */
    static final KnownCopies NONE =
            new KnownCopies(Map.of(), Map.of(), Map.of(), Map.of(), TreesAtSites.NONE, copy -> true);

    /**
     * A file that is held.
     *
     * @param linkable how it can get a second name; empty if it is to be copied
     * @param sha256 as it was computed here
     */
    record HeldCopy(Endpoint at, Optional<HeldFile> linkable, Optional<Checksum> sha256) {}

    /** The same, with files of the job that others become hard links of. */
    KnownCopies with(Map<FileId, HeldCopy> linked) {
        if (linked.isEmpty()) return this;
        Map<FileId, HeldCopy> all = new HashMap<>(held);
        all.putAll(linked);
        return new KnownCopies(byItem, found, missing, all, trees, isOpen);
    }

    /** The file that is held, if there is one. */
    Optional<HeldCopy> heldOf(FileId file) {
        return Optional.ofNullable(held.get(file));
    }

    /** The copies of the item of a file at data nodes: its source alone if no others were told. */
    static List<ItemCopy> ofItem(Map<Integer, List<ItemCopy>> byItem, FileRow row) {
        List<ItemCopy> source = row.item().source() instanceof ItemSource.AtDataNode at
                ? List.of(new ItemCopy(at.url(), 0))
                : List.of();
        return byItem.getOrDefault(row.item().number(), source);
    }

    /**
     * The copies of a file: the one that is held, those at paired sites, then the others, each in the order in which they were given. Without
     * a digest nothing tells that a site has the same bytes: then it is not asked.
     *
     * @throws org.bdm.core.fault.MoverException INVALID_REQUEST for an address that cannot be asked
     */
    List<Copy> of(FileRow row) {
        SubmittedItem item = row.item().item();
        if (!(item.source() instanceof ItemSource.OfCopies)) return List.of();
        List<Copy> copies = new ArrayList<>();
        heldOf(row.id())
                .ifPresent(here -> copies.add(tried(row, Copy.atSite(here.at().toString(), 0))));
        if (!row.expected().isEmpty()) {
            for (Endpoint at : trees.copiesOf(Endpoint.parse(item.destination()))) {
                Copy copy = Copy.atSite(at.toString(), 0);
                if (copy.location().toString().length() <= LOCATION_LENGTH_MAX) copies.add(tried(row, copy));
            }
        }
        for (ItemCopy copy : ofItem(byItem, row)) {
            Copy atNode = new Copy(Copy.location(copy.location()), copy.preference());
            copies.add(tried(row, atNode.withMissing(Optional.ofNullable(missing.get(copy.location())))));
        }
        return copies;
    }

    /** Those of the copies that may be asked now; all if none may. */
    List<Copy> openOf(FileRow row) {
        List<Copy> all = of(row);
        List<Copy> open = all.stream().filter(isOpen).toList();
        return open.isEmpty() ? all : open;
    }

    /** The same with what an earlier run found of it. */
    private Copy tried(FileRow row, Copy copy) {
        Map<String, Checksum> ofFile = found.getOrDefault(row.id(), Map.of());
        Checksum gave = ofFile.get(copy.location().toString());
        return new Copy(copy.location(), copy.preference(), Optional.ofNullable(gave), copy.missing());
    }
}
