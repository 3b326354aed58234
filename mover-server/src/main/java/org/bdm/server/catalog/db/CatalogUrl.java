package org.bdm.server.catalog.db;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** The JDBC URL that is really used: checked against a list of what is allowed, with our settings added. */
public final class CatalogUrl {
    private static final String H2 = "jdbc:h2:";
    private static final String H2_FILE = "jdbc:h2:file:";

    /** Settings of H2 that a user may give; all others could weaken durability, run code, or let others in. */
    private static final Set<String> H2_ALLOWED =
            Set.of("CACHE_SIZE", "MAX_COMPACT_TIME", "LOCK_TIMEOUT", "TRACE_LEVEL_FILE", "WRITE_DELAY");

    /** H2 keeps 8 parsed statements a connection, and parses anew what falls out; a job uses some dozens in turn. */
    private static final int PARSED_STATEMENTS = 128;

    private static final long PAGE_CACHE_HEAP_PARTS = 64;
    private static final long PAGE_CACHE_KIB_MIN = 8 << 10;
    private static final long PAGE_CACHE_KIB_MAX = 256 << 10;

    private CatalogUrl() {}

    /**
     * The URL with our settings.
     *
     * @throws MoverException CATALOG_UNSAFE for a setting or a kind of storage that is not allowed; INVALID_REQUEST for another database
     */
    public static String checked(CatalogLocation location) {
        if (location.isPostgreSql()) return PostgreSqlUrl.checked(location.jdbcUrl());
        if (location.jdbcUrl().startsWith(H2)) return checkedH2(location.jdbcUrl());
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "the catalog is jdbc:h2:file:PATH or jdbc:postgresql://HOST/DATABASE, not " + location.jdbcUrl());
    }

    /** The file of an H2 catalog; empty for PostgreSQL. */
    public static Optional<Path> file(CatalogLocation location) {
        if (location.isPostgreSql()) return Optional.empty();
        String path = h2Path(location.jdbcUrl().split(";", -1)[0]);
        return Optional.of(Path.of(path + ".mv.db"));
    }

    private static String checkedH2(String url) {
        List<String> parts = Arrays.asList(url.split(";", -1));
        String path = h2Path(parts.get(0));
        Map<String, String> settings = new TreeMap<>();
        settings.put("LOCK_TIMEOUT", "10000");
        settings.put("CACHE_SIZE", Long.toString(pageCacheKib()));
        settings.put("TRACE_LEVEL_FILE", "0");
        for (String part : parts.subList(1, parts.size())) {
            if (part.isEmpty()) continue;
            int equals = part.indexOf('=');
            String name = (equals < 0 ? part : part.substring(0, equals)).toUpperCase(Locale.ROOT);
            String value = equals < 0 ? "" : part.substring(equals + 1);
            if (!H2_ALLOWED.contains(name) || !value.matches("[0-9]{1,9}")) {
                throw unsafe("the setting " + name + " is not allowed in the URL of the catalog");
            }
            if (name.equals("WRITE_DELAY") && !value.equals("0")) throw unsafe("WRITE_DELAY is " + value + ", not 0");
            settings.put(name, value);
        }
        settings.put("WRITE_DELAY", "0");
        settings.put("DB_CLOSE_ON_EXIT", "FALSE");
        settings.put("QUERY_CACHE_SIZE", Integer.toString(PARSED_STATEMENTS));
        StringBuilder checked = new StringBuilder(H2_FILE).append(path);
        settings.forEach(
                (name, value) -> checked.append(';').append(name).append('=').append(value));
        return checked.toString();
    }

    /** A small part of the heap: the system keeps the pages of the file as well, and what is kept here makes collecting garbage dearer. */
    private static long pageCacheKib() {
        long kib = (Runtime.getRuntime().maxMemory() >> 10) / PAGE_CACHE_HEAP_PARTS;
        return Math.min(PAGE_CACHE_KIB_MAX, Math.max(PAGE_CACHE_KIB_MIN, kib));
    }

    private static String h2Path(String url) {
        String path = url.startsWith(H2_FILE) ? url.substring(H2_FILE.length()) : url.substring(H2.length());
        // A colon would name another file system of H2: in memory, split, zipped, or over the network.
        if (path.contains(":") || !Path.of(path).isAbsolute()) {
            throw unsafe("an H2 catalog is a file with an absolute path, jdbc:h2:file:/PATH, not " + url);
        }
        return path;
    }

    private static MoverException unsafe(String detail) {
        return new MoverException(ErrorCode.CATALOG_UNSAFE, detail);
    }
}
