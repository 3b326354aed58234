package org.bdm.core.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Predicate;
import org.bdm.core.id.JobId;

/**
 * Names below an export that hold work in progress, and do not exist for anybody else: {@code .bdm} in the root, and {@code .bdm-job-N}
 * anywhere, for what cannot be placed from there because it is in another file system.
 */
public final class ReservedName {
    /** Entry of the root that holds the work areas. */
    public static final FileName AREAS = FileName.ofUtf8(".bdm");

    private static final byte[] ROOT_NAME = AREAS.bytes();
    private static final byte[] PART_PREFIX = ".bdm-job-".getBytes(StandardCharsets.US_ASCII);

    private ReservedName() {}

    /** The part of a job's work area in another file system than the export's root. */
    public static FileName partOf(JobId job) {
        return FileName.ofUtf8(AREAS + "-" + job);
    }

    /** True when the path has such a name. */
    public static boolean isIn(StorePath path) {
        if (path.isRoot()) return false;
        if (path.names().get(0).equals(AREAS)) return true;
        for (FileName name : path.names()) {
            if (name.length() > PART_PREFIX.length && isPart(name.bytes())) return true;
        }
        return false;
    }

    /** Which names a listing of this directory leaves out. */
    public static Predicate<byte[]> hiddenIn(StorePath directory) {
        return directory.isRoot() ? name -> Arrays.equals(name, ROOT_NAME) || isPart(name) : ReservedName::isPart;
    }

    private static boolean isPart(byte[] name) {
        int digits = name.length - PART_PREFIX.length;
        if (digits < 1 || name[0] != '.') return false;
        if (!Arrays.equals(name, 0, PART_PREFIX.length, PART_PREFIX, 0, PART_PREFIX.length)) return false;
        for (int i = PART_PREFIX.length; i < name.length; i++) {
            if (name[i] < '0' || name[i] > '9') return false;
        }
        return true;
    }
}
