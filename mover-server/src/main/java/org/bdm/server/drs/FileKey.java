package org.bdm.server.drs;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Under which name the copies of a file meet: some old nodes call {@code x.nc} {@code x.nc_0} or {@code x.nc_1}. */
public final class FileKey {
    private static final Pattern NUMBERED = Pattern.compile("(.+\\.nc)_\\d{1,3}");

    private FileKey() {}

    public static String of(String fileName) {
        Matcher numbered = NUMBERED.matcher(fileName);
        return numbered.matches() ? numbered.group(1) : fileName;
    }
}
