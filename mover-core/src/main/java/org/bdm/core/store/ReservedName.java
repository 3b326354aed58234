package org.bdm.core.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;

/**
 * Names below an export that are ours, and do not exist for anybody else: {@code .bdm} with work in progress, and {@code .bdm-job-N} for what cannot
 * be placed from there because it is in another file system. So is {@link HomeMark}: whoever could write it would hide the directory that it
 * is in, and all below. They are reserved at any depth, since the root of another export may be there, and in every spelling that some file
 * system takes for the same name.
 */
public final class ReservedName {
    /** Entry of the root that holds the work areas. */
    public static final FileName AREAS = FileName.ofUtf8(".bdm");

    private static final Pattern FOLDED = Pattern.compile("\\.bdm(-job-[0-9]+|-home)?");

    /** Letters that file systems that fold names leave out of them (Unicode: default ignorable code points). */
    private static final Pattern IGNORABLE = Pattern.compile(
            "[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8"
                    + "\\x{1bca0}-\\x{1bca3}\\x{1d173}-\\x{1d17a}\\x{e0000}-\\x{e0fff}]");

    private static final Pattern TAIL = Pattern.compile("[. ]+$"); // FAT and SMB drop it

    private ReservedName() {}

    /** The part of a job's work area in another file system than the export's root. */
    public static FileName partOf(JobId job) {
        return FileName.ofUtf8(AREAS + "-" + job);
    }

    /** True when the path has such a name. */
    public static boolean isIn(StorePath path) {
        for (FileName name : path.names()) {
            if (mayBe(name.length(), name.byteAt(0), name.length() == 1 ? 0 : name.byteAt(1)) && isFolded(name.bytes()))
                return true;
        }
        return false;
    }

    /** True for such a name. */
    public static boolean is(String name) {
        return !name.isEmpty() && isReserved(name.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the path, if a person or another site may name it; INVALID_PATH. */
    public static StorePath refusedIn(StorePath path) {
        if (!isIn(path)) return path;
        throw new MoverException(
                ErrorCode.INVALID_PATH, path + " has a name in it that is reserved: .bdm, .bdm-job-N or .bdm-home");
    }

    /** Refuses the target of a symbolic link that leads through such a name; INVALID_PATH. */
    public static void refusedAsTarget(byte[] target) {
        int start = 0;
        for (int i = 0; i <= target.length; i++) {
            if (i < target.length && target[i] != '/') continue;
            if (i > start && isReserved(Arrays.copyOfRange(target, start, i))) {
                throw new MoverException(
                        ErrorCode.INVALID_PATH,
                        "a symbolic link leads through a name that is reserved: .bdm, .bdm-job-N or .bdm-home");
            }
            start = i + 1;
        }
    }

    /** Which names a listing leaves out. */
    public static Predicate<byte[]> hidden() {
        return ReservedName::isReserved;
    }

    private static boolean isReserved(byte[] name) {
        return mayBe(name.length, name[0], name.length == 1 ? 0 : name[1]) && isFolded(name);
    }

    /** False of nearly every name, by its first two bytes; what is not ASCII may be ignored by a file system. */
    private static boolean mayBe(int length, byte first, byte second) {
        if (length < AREAS.length() || (first != '.' && first >= 0)) return false;
        return first < 0 || second < 0 || second == 'b' || second == 'B';
    }

    private static boolean isFolded(byte[] name) {
        String text = new String(name, StandardCharsets.UTF_8);
        String seen = IGNORABLE.matcher(text).replaceAll("");
        String folded = TAIL.matcher(seen).replaceAll("").toLowerCase(Locale.ROOT);
        return FOLDED.matcher(folded).matches();
    }
}
