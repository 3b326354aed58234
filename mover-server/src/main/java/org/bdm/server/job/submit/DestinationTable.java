package org.bdm.server.job.submit;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.Endpoint;

/**
 * Finds two items of one request that would write the same place: the same name, or one inside the tree of the other.
 *
 * <p>Names are kept for the first 100,000 items only: of a longer list the catalog finds equal destinations by itself when the last item is
 * there, and what is inside of a tree is found by the trees, of which a request has at most 10,000, and by the 64-bit hashes of the
 * directories of the files, at most 4 million. A clash of two hashes would refuse a good request; with that many the odds are one in a million.
 */
final class DestinationTable {
    private static final int NAMES_MAX = 100_000;
    private static final int TREES_MAX = 10_000;
    private static final int DIRECTORIES_MAX = 4_000_000;

    private final Map<String, String> names = new HashMap<>();
    private final Map<String, String> trees = new LinkedHashMap<>();
    private final HashTable directories = new HashTable(DIRECTORIES_MAX);
    private String lastDirectory = "";

    /** DUPLICATE_DESTINATION, naming both items; TOO_LARGE for too many trees. */
    void add(String item, Endpoint destination, boolean isTree) {
        String place = destination.toString();
        String before = names.get(place);
        if (before == null) before = trees.get(place);
        if (before != null) throw duplicate(before, "has the same destination " + place);
        if (!trees.isEmpty()) refuseInsideTree(destination, place);
        if (names.size() < NAMES_MAX) names.put(place, item);
        noteDirectories(destination, place);
        if (!isTree) return;
        if (trees.size() == TREES_MAX) {
            throw new MoverException(ErrorCode.TOO_LARGE, "a job has at most " + TREES_MAX + " trees");
        }
        trees.put(place, item);
    }

    private void refuseInsideTree(Endpoint destination, String place) {
        String above = place;
        for (int depth = destination.path().names().size(); depth > 0; depth--) {
            above = directory(above);
            String tree = trees.get(above);
            if (tree != null) throw duplicate(tree, "copies a tree to " + above + ", which has " + place + " in it");
        }
    }

    private void noteDirectories(Endpoint destination, String place) {
        String above = place;
        for (int depth = destination.path().names().size(); depth > 0; depth--) {
            above = directory(above);
            // Those above were noted together with it. Neighbours in a list mostly share their directory.
            if (above.equals(lastDirectory) || !directories.add(hash(above))) break;
        }
        if (!destination.path().isRoot()) lastDirectory = directory(place);
    }

    /** The place above: names are written without a slash in them. */
    private static String directory(String place) {
        return place.substring(0, place.lastIndexOf('/'));
    }

    /** Refuses a directory that came after something inside it: DUPLICATE_DESTINATION. */
    void checkTogether() {
        trees.forEach((place, item) -> {
            if (directories.contains(hash(place))) {
                throw new MoverException(
                        ErrorCode.DUPLICATE_DESTINATION,
                        item + " copies a tree to " + place + ", and another item goes inside of it");
            }
        });
    }

    private static MoverException duplicate(String other, String how) {
        return new MoverException(ErrorCode.DUPLICATE_DESTINATION, other + " " + how);
    }

    /** FNV-1a over the bytes, then mixed. */
    private static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        hash ^= hash >>> 32;
        hash *= 0x9e3779b97f4a7c15L;
        return hash ^ hash >>> 29;
    }

    /** A set of hashes in one array, since four million boxed ones would take ten times the memory. */
    private static final class HashTable {
        private final int sizeMax;
        private long[] slots = new long[1024];
        private int size;

        HashTable(int sizeMax) {
            this.sizeMax = sizeMax;
        }

        /** True if it is new; TOO_LARGE when the table is full. */
        boolean add(long hash) {
            long value = hash == 0 ? 1 : hash;
            int at = find(slots, value);
            if (slots[at] == value) return false;
            if (size == sizeMax) {
                throw new MoverException(
                        ErrorCode.TOO_LARGE, "a job has at most " + sizeMax + " directories at its destination");
            }
            slots[at] = value;
            size++;
            if (size > slots.length / 2) grow();
            return true;
        }

        boolean contains(long hash) {
            long value = hash == 0 ? 1 : hash;
            return slots[find(slots, value)] == value;
        }

        private void grow() {
            long[] larger = new long[slots.length * 2];
            for (long value : slots) if (value != 0) larger[find(larger, value)] = value;
            slots = larger;
        }

        private static int find(long[] in, long value) {
            int at = (int) (value & (in.length - 1));
            while (in[at] != 0 && in[at] != value) at = (at + 1) & (in.length - 1);
            return at;
        }
    }
}
