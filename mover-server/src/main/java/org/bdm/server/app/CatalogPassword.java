package org.bdm.server.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/** The password of the catalog's database: in a file, else in the environment, so that no list of processes shows it. */
final class CatalogPassword {
    private CatalogPassword() {}

    /**
     * Returns the password; null if there is none.
     *
     * @throws MoverException INVALID_REQUEST if the file cannot be read
     */
    static @Nullable String of(@Nullable Path file, Map<String, String> environment) {
        if (file == null) return environment.get("BDM_CATALOG_PASSWORD");
        try {
            return Files.readString(file, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "cannot read the password file " + file, e);
        }
    }
}
