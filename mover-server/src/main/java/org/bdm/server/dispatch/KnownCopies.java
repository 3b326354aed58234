package org.bdm.server.dispatch;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.MissingCopy;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.HeldFile;
import org.bdm.server.catalog.FileRow;
import org.bdm.server.catalog.ItemCopy;

/**
 * Where the files of one chunk can be had.
 *
 * @param byItem copies by number of the item; an item that is missing has only its source
 * @param found by file: what a copy turned out to be, by its URL
 * @param missing copies that were missing when they were asked last, by their address as it was given
 * @param held by file: one that this site holds with the same bytes
 */
record KnownCopies(
        Map<Integer, List<ItemCopy>> byItem,
        Map<FileId, Map<String, Checksum>> found,
        Map<String, MissingCopy> missing,
        Map<FileId, HeldCopy> held) {
    /** Files of a site, which is one place. */
    static final KnownCopies NONE = new KnownCopies(Map.of(), Map.of(), Map.of(), Map.of());

    /**
     * A file that is held.
     *
     * @param linkable how it can get a second name; empty if it is to be copied
     * @param sha256 as it was computed here
     */
    record HeldCopy(Endpoint at, Optional<HeldFile> linkable, Optional<Checksum> sha256) {}

    /** The file that is held, if there is one. */
    Optional<HeldCopy> heldOf(FileId file) {
        return Optional.ofNullable(held.get(file));
    }

    /** The copies of the item of a file at data nodes: its source alone if no others were told. */
    static List<ItemCopy> ofItem(Map<Integer, List<ItemCopy>> byItem, FileRow row) {
        return byItem.getOrDefault(
                row.item().number(), List.of(new ItemCopy(row.item().item().source(), 0)));
    }

    /**
     * The copies of a file: the one that is held, then the others in the order in which they were given.
     *
     * @throws org.bdm.core.fault.MoverException INVALID_REQUEST for an address that cannot be asked
     */
    List<Copy> of(FileRow row) {
        if (!row.item().item().isFromWeb()) return List.of();
        List<ItemCopy> kept = ofItem(byItem, row);
        Map<String, Checksum> tried = found.getOrDefault(row.id(), Map.of());
        List<Copy> copies = new ArrayList<>(kept.size() + 1);
        heldOf(row.id()).ifPresent(here -> {
            Copy copy = Copy.atSite(here.at().toString(), 0);
            copies.add(new Copy(
                    copy.location(),
                    0,
                    Optional.ofNullable(tried.get(copy.location().toString()))));
        });
        for (ItemCopy copy : kept) {
            URI location = Copy.location(copy.location());
            copies.add(new Copy(
                    location,
                    copy.preference(),
                    Optional.ofNullable(tried.get(location.toString())),
                    Optional.ofNullable(missing.get(copy.location()))));
        }
        return copies;
    }
}
