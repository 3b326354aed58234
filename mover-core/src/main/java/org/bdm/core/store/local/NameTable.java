package org.bdm.core.store.local;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Predicate;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileName;
import org.jspecify.annotations.Nullable;

/**
 * All names of one directory in ascending order of unsigned bytes, compact: a length byte and the name in one array, and one offset a name.
 * Immutable once sorted.
 */
final class NameTable {
    /** Most names of one directory. */
    static final int NAMES_MAX = 5_000_000;

    /** In linux_dirent64: inode 8, offset 8, record length 2, type 1, then the name with its NUL. */
    private static final int RECORD_LENGTH = 16;

    private static final int RECORD_NAME = 19;

    /** Leaves out no name. */
    static final Predicate<byte[]> NOTHING_HIDDEN = name -> false;

    private byte[] names = new byte[1024];
    private int namesEnd;
    private int[] offsets = new int[64];
    private int size;

    private NameTable() {}

    /**
     * Reads a directory.
     *
     * @param parent open directory; {@code entry} names the one to read in it ("." for itself)
     * @param hidden which names are left out
     * @throws MoverException TOO_LARGE beyond {@value #NAMES_MAX} names; errors of reading
     */
    static NameTable readFrom(Descriptor parent, byte[] entry, Predicate<byte[]> hidden) {
        int above = parent.borrow();
        try {
            int number = Posix.openEntry(above, entry, Posix.READ_ONLY | Posix.DIRECTORY, 0);
            if (number < 0) throw Errno.reading(number, "open", parent.what());
            try (Descriptor directory = new Descriptor(number, parent.what())) {
                return readAll(directory, hidden);
            }
        } finally {
            parent.giveBack();
        }
    }

    /** As {@link #readFrom} from the position of a directory that nobody has read from yet. */
    static NameTable readAll(Descriptor directory, Predicate<byte[]> hidden) {
        NameTable table = new NameTable();
        int number = directory.borrow();
        try {
            while (true) {
                int length = Posix.directoryRecords(number);
                if (length < 0) throw Errno.reading(length, "getdents64", directory.what());
                if (length == 0) break;
                table.addRecords(Scratch.ofThisThread().data, length, hidden, directory.what());
            }
        } finally {
            directory.giveBack();
        }
        table.sort();
        return table;
    }

    private void addRecords(ByteBuffer records, int end, Predicate<byte[]> hidden, String where) {
        for (int at = 0; at < end; at += records.getShort(at + RECORD_LENGTH) & 0xffff) {
            int nameAt = at + RECORD_NAME;
            int length = 0;
            while (records.get(nameAt + length) != 0) length++;
            if (isDots(records, nameAt, length)) continue;
            byte[] name = new byte[length];
            records.get(nameAt, name);
            if (hidden.test(name)) continue;
            if (size == NAMES_MAX) {
                throw new MoverException(
                        ErrorCode.TOO_LARGE, "directory " + where + " has more than " + NAMES_MAX + " entries");
            }
            add(name);
        }
    }

    private static boolean isDots(ByteBuffer records, int at, int length) {
        return records.get(at) == '.' && (length == 1 || (length == 2 && records.get(at + 1) == '.'));
    }

    private void add(byte[] name) {
        if (name.length > FileName.LENGTH_MAX) FileName.of(name); // says which, and that it is too long
        if (namesEnd + 1 + name.length > names.length) {
            long wanted = Math.max((long) names.length * 3 / 2, namesEnd + 1L + name.length);
            names = Arrays.copyOf(names, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
        }
        if (size == offsets.length) offsets = Arrays.copyOf(offsets, size + size / 2);
        offsets[size++] = namesEnd;
        names[namesEnd++] = (byte) name.length;
        System.arraycopy(name, 0, names, namesEnd, name.length);
        namesEnd += name.length;
    }

    /** Merge sort from below: no recursion, one array more, no bad cases. */
    private void sort() {
        int[] from = Arrays.copyOf(offsets, size);
        int[] to = new int[size];
        for (int width = 1; width < size; width = width > size / 2 ? size : 2 * width) {
            for (int start = 0; start < size; start += 2 * width) {
                merge(from, to, start, Math.min(start + width, size), (int) Math.min(start + 2L * width, size));
                if (start > size - 2 * width) break;
            }
            int[] swap = from;
            from = to;
            to = swap;
        }
        offsets = from;
        names = Arrays.copyOf(names, namesEnd);
    }

    private void merge(int[] from, int[] to, int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int at = start; at < end; at++) {
            boolean takeLeft = right == end || (left < middle && compare(from[left], from[right]) <= 0);
            to[at] = takeLeft ? from[left++] : from[right++];
        }
    }

    private int compare(int left, int right) {
        int leftEnd = left + 1 + (names[left] & 0xff);
        int rightEnd = right + 1 + (names[right] & 0xff);
        return Arrays.compareUnsigned(names, left + 1, leftEnd, names, right + 1, rightEnd);
    }

    int size() {
        return size;
    }

    /** Bytes of memory that the table holds. */
    long memoryBytes() {
        return names.length + 4L * offsets.length;
    }

    /** A copy of the name at this index. */
    byte[] bytes(int index) {
        int at = offsets[index];
        return Arrays.copyOfRange(names, at + 1, at + 1 + (names[at] & 0xff));
    }

    /** Index of the first name after {@code cursor}, whether or not the cursor itself is there; 0 for null. */
    int firstAfter(@Nullable FileName cursor) {
        if (cursor == null) return 0;
        byte[] wanted = cursor.bytes();
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int at = offsets[middle];
            int end = at + 1 + (names[at] & 0xff);
            if (Arrays.compareUnsigned(names, at + 1, end, wanted, 0, wanted.length) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
