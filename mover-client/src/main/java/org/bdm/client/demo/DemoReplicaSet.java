package org.bdm.client.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A small replica set: one model run, four variables, files of five years, in the directories and with the names that
 * ESGF uses.
 *
 * @param gridPoints of each file, from which the size follows
 */
public record DemoReplicaSet(int gridPoints) {
    private static final int YEARS_OF_A_FILE = 5;
    private static final int FILES_OF_A_VARIABLE = 15;
    private static final int FIRST_YEAR = 1850;
    private static final int MONTHS = YEARS_OF_A_FILE * 12;
    private static final String RUN = "CMIP6/CMIP/DEMO/DEMO-ESM/historical/r1i1p1f1/Amon";
    private static final List<String> VARIABLES = List.of("tas", "pr", "psl", "huss");
    private static final List<String> UNITS = List.of("K", "kg m-2 s-1", "Pa", "1");

    /** The set whose size comes near to this. */
    public static DemoReplicaSet ofAbout(long bytes) {
        double slab = (double) bytes / (VARIABLES.size() * FILES_OF_A_VARIABLE) / MONTHS / Float.BYTES;
        return new DemoReplicaSet((int) Math.max(2, Math.min(2000, Math.round(Math.sqrt(slab)))));
    }

    /** Number of files. */
    public int files() {
        return VARIABLES.size() * FILES_OF_A_VARIABLE;
    }

    /** Bytes of data in all files. */
    public long bytes() {
        return files() * NetcdfFile.dataBytes(MONTHS, gridPoints);
    }

    /** Writes all files below a directory. */
    public void write(Path root) throws IOException {
        for (int variable = 0; variable < VARIABLES.size(); variable++) {
            String name = VARIABLES.get(variable);
            Path version = root.resolve(RUN).resolve(name).resolve("gr").resolve("v20261120");
            Files.createDirectories(version);
            for (int i = 0; i < FILES_OF_A_VARIABLE; i++) {
                int year = FIRST_YEAR + i * YEARS_OF_A_FILE;
                int firstDay = (year - FIRST_YEAR) * 365;
                new NetcdfFile(name, UNITS.get(variable), MONTHS, gridPoints, firstDay)
                        .write(version.resolve(fileName(name, year)), 31L * variable + i);
            }
        }
    }

    private static String fileName(String variable, int year) {
        int lastYear = year + YEARS_OF_A_FILE - 1;
        return String.format(
                Locale.ROOT, "%s_Amon_DEMO-ESM_historical_r1i1p1f1_gr_%d01-%d12.nc", variable, year, lastYear);
    }
}
