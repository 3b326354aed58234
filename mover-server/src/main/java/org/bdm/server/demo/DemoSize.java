package org.bdm.server.demo;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * The amount of demo data.
 *
 * @param files rows of files of jobs, about
 * @param datasets dataset versions
 */
public record DemoSize(int files, int datasets) {
    private static final int FILES_FULL = 2_000_000;
    private static final int DATASETS_FULL = 5_000;
    private static final int FILES_SMALL = 12_000;
    private static final int DATASETS_SMALL = 400;
    private static final int FILES_MIN = 2_000;
    private static final int FILES_MAX = 9_000_000;

    /**
     * Reads what the option takes.
     *
     * @param text {@code full}, {@code small}, or a number of files
     * @throws MoverException INVALID_REQUEST
     */
    public static DemoSize of(String text) {
        if (text.isEmpty() || text.equals("full") || text.equals("true"))
            return new DemoSize(FILES_FULL, DATASETS_FULL);
        if (text.equals("small")) return new DemoSize(FILES_SMALL, DATASETS_SMALL);
        if (!text.matches("[0-9]{4,7}") || Integer.parseInt(text) < FILES_MIN || Integer.parseInt(text) > FILES_MAX) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "--demo-data is full, small, or a number of files from " + FILES_MIN + " to " + FILES_MAX
                            + ", not '" + text + "'");
        }
        int files = Integer.parseInt(text);
        return new DemoSize(files, Math.max(DATASETS_SMALL, Math.min(DATASETS_FULL, files / 400)));
    }
}
