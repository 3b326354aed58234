package org.bdm.server.job.hardlink;

import java.util.Map;
import org.bdm.core.id.FileId;

/**
 * The files among some that are not transferred now, because another name of them is or is there. A file that is in neither map is transferred.
 *
 * @param targets by file: what it becomes a hard link of
 * @param waiting by file: the name that is transferred first
 */
public record NamesToLink(Map<FileId, LinkTarget> targets, Map<FileId, FileId> waiting) {
    /** Every file is transferred. */
    public static final NamesToLink NONE = new NamesToLink(Map.of(), Map.of());

    /** Copies the maps. */
    public NamesToLink {
        targets = Map.copyOf(targets);
        waiting = Map.copyOf(waiting);
    }

    /** True of a file whose bytes are transferred. */
    public boolean isTransferred(FileId file) {
        return !targets.containsKey(file) && !waiting.containsKey(file);
    }
}
