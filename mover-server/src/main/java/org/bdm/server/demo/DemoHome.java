package org.bdm.server.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/** Keeps demo data and real data apart: a home with demo data has a mark, and is used for nothing else. */
public final class DemoHome {
    private static final String MARK = "demo-data";

    private DemoHome() {}

    /**
     * Looks at a home before anything is written to it.
     *
     * @param catalogFile of the catalog, whether it is there or not
     * @throws MoverException INVALID_REQUEST if the home has demo data and should have none, or has been used for something else
     */
    public static void refuseOther(Path home, Path catalogFile, boolean isDemo) {
        boolean isMarked = Files.exists(home.resolve(MARK));
        if (isMarked && !isDemo) throw isDemoData("the home " + home);
        boolean isUsed =
                hasFiles(catalogFile.toAbsolutePath().getParent()) || Files.exists(home.resolve("node-key.pem"));
        if (isDemo && isUsed && !isMarked) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "the home " + home + " has a catalog that --demo-data did not make, and is left as it is: give"
                            + " --demo-data a new directory with --home");
        }
    }

    private static boolean hasFiles(@Nullable Path directory) {
        if (directory == null || !Files.isDirectory(directory)) return false;
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isPresent();
        } catch (IOException e) {
            throw new MoverException(ErrorCode.PERMISSION, "cannot read " + directory + ": " + e, e);
        }
    }

    /** The refusal of a server without the option. */
    public static MoverException isDemoData(String where) {
        return new MoverException(
                ErrorCode.INVALID_REQUEST,
                where
                        + " has demo data, which no real server may use: start it with --demo-data, or give another --home");
    }

    /** Marks a new home, and removes what a load that was interrupted left; {@link #refuseOther} has let it through. */
    public static void begin(Path home, Path catalogFile, String text) {
        try {
            Files.writeString(home.resolve(MARK), text + "\n", StandardCharsets.UTF_8);
            Path directory = catalogFile.toAbsolutePath().getParent();
            if (directory == null || !Files.isDirectory(directory)) return;
            try (Stream<Path> left = Files.walk(directory)) {
                List<Path> all = left.sorted(Comparator.reverseOrder()).toList();
                for (Path file : all) if (!file.equals(directory)) Files.delete(file);
            }
        } catch (IOException e) {
            throw new MoverException(ErrorCode.PERMISSION, "cannot write to home " + home + ": " + e, e);
        }
    }
}
