package org.bdm.server.catalog.retention;

import java.util.List;

/**
 * A table with rows of a job whose ids are {@code job * 2^27 + ordinal}.
 *
 * @param key the column with the id, the first of its primary key
 * @param isPartitioned on PostgreSQL
 */
record KeyedTable(String name, String key, boolean isPartitioned) {
    /** All of them, in the order in which rows are removed: what refers to a file goes before it. */
    static final List<KeyedTable> OF_JOBS = List.of(
            new KeyedTable("list_cursor", "dir_id", false),
            new KeyedTable("copy_validator", "file_id", false),
            new KeyedTable("copy_trial", "file_id", false),
            new KeyedTable("file_chunk", "chunk_id", false),
            new KeyedTable("file_attempt", "file_id", false),
            new KeyedTable("file_exception", "file_id", false),
            new KeyedTable("linked_name", "file_id", false),
            new KeyedTable("file_origin", "file_id", true),
            new KeyedTable("reused_file", "file_id", true),
            new KeyedTable("expected_digest", "file_id", true),
            new KeyedTable("file_entry", "file_id", true),
            new KeyedTable("directory", "dir_id", true),
            new KeyedTable("job_item_copy", "item_id", true),
            new KeyedTable("job_item", "item_id", true));

    /** True of the table with a row for each file. */
    boolean isOfFiles() {
        return name.equals("file_entry");
    }
}
