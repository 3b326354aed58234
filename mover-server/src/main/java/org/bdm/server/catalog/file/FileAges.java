package org.bdm.server.catalog.file;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.settings.ChunkOrder;

/**
 * Times of the files of a batch, by which {@link ChunkOrder#OLDEST} orders: the version of the dataset of a file that is an item of its own and
 * goes to a directory such as {@code v20190903}; else the mtime.
 */
final class FileAges {
    /** The last such directory of a path. */
    private static final Pattern VERSION = Pattern.compile(".*/v([0-9]{8})/.*");

    private final Map<Integer, Long> versions = new HashMap<>();

    private FileAges() {}

    /**
     * Reads what the items of the batch tell.
     *
     * @param base id of the first item of the job
     */
    static FileAges of(Statements sql, ListedBatch batch, long base) {
        FileAges ages = new FileAges();
        int[] items = batch.files().stream()
                .filter(file -> file.directory() == FoundFile.NO_DIRECTORY)
                .mapToInt(FoundFile::item)
                .sorted()
                .toArray();
        if (items.length == 0) return ages;
        sql.list(
                        "SELECT item_id, destination FROM job_item WHERE item_id >= ? AND item_id <= ?",
                        (row, at) -> Map.entry((int) (row.getLong(1) - base), version(row.getString(2))),
                        base + items[0],
                        base + items[items.length - 1])
                .forEach(item -> item.getValue().ifPresent(version -> ages.versions.put(item.getKey(), version)));
        return ages;
    }

    /** In seconds since 1970; {@link Long#MAX_VALUE} if it is not known. */
    long of(FoundFile file) {
        Long version = file.directory() == FoundFile.NO_DIRECTORY ? versions.get(file.item()) : null;
        if (version != null) return version;
        long modified = file.status().version().modified().getEpochSecond();
        return modified == 0 ? Long.MAX_VALUE : modified;
    }

    /** The time of the dataset version in an endpoint or path; empty if there is none. */
    static OptionalLong version(String path) {
        Matcher matcher = VERSION.matcher(path);
        if (!matcher.matches()) return OptionalLong.empty();
        try {
            LocalDate date = LocalDate.parse(matcher.group(1), DateTimeFormatter.BASIC_ISO_DATE);
            return OptionalLong.of(date.atStartOfDay(ZoneOffset.UTC).toEpochSecond());
        } catch (DateTimeParseException e) {
            return OptionalLong.empty(); // digits that are not a date
        }
    }
}
