package org.bdm.core.finish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.core.store.StoreCall;

/**
 * Reads the changes of a store in their order and says whether files were placed as promise P4 demands: everything of the temporary file
 * forced, then recorded in a journal that is forced, then placed, then the directory forced.
 */
final class OrderOracle {
    private final Set<String> dirtyFiles = new HashSet<>();
    private final Map<String, Boolean> journalWrittenSinceForceOf = new HashMap<>();
    private final Set<String> dirtyDirectories = new HashSet<>();
    private boolean journalForcedAfterFiles;

    /** Throws an AssertionError at the first call that comes too early, and at the end if a directory was left. */
    static void check(List<StoreCall> calls) {
        OrderOracle oracle = new OrderOracle();
        for (StoreCall call : calls) oracle.check(call);
        assertThat(oracle.dirtyDirectories)
                .as("directories with names that are not durable")
                .isEmpty();
    }

    private void check(StoreCall call) {
        switch (call.kind()) {
            case CREATE, WRITE, RESIZE, MAKE_HOLE, SET_ATTRIBUTES -> changed(call.what());
            case FORCE -> forced(call.what());
            case PLACE -> placed(call.what());
            case MAKE_DIRECTORIES -> dirtyDirectories.add(parent(call.what()));
            case PLACE_SYMBOLIC_LINK -> dirtyDirectories.add(parent(call.what()));
            case FORCE_DIRECTORY, REMOVE_DIRECTORY -> dirtyDirectories.remove(call.what());
            case LINK -> changed(call.what().substring(call.what().indexOf(" -> ") + 4));
            case RESERVE, READ_BACK, DELETE, RENAME, FORCE_AREA, REMOVE_AREA, SET_DIRECTORY_ATTRIBUTES -> {}
        }
    }

    private void changed(String file) {
        dirtyFiles.add(file);
        if (file.endsWith(".journal")) journalForcedAfterFiles = false;
    }

    private void forced(String file) {
        dirtyFiles.remove(file);
        if (file.endsWith(".journal")) {
            journalForcedAfterFiles = true;
            journalWrittenSinceForceOf.replaceAll((temporary, recorded) -> true);
        } else {
            journalWrittenSinceForceOf.put(file, false);
        }
    }

    private void placed(String what) {
        String temporary = what.substring(0, what.indexOf(" -> "));
        String destination = what.substring(what.indexOf(" -> ") + 4);
        assertThat(dirtyFiles).as("placed before it was forced").doesNotContain(temporary);
        assertThat(journalWrittenSinceForceOf)
                .as("placed without a force: %s", temporary)
                .containsKey(temporary);
        assertThat(journalForcedAfterFiles && journalWrittenSinceForceOf.get(temporary))
                .as("placed before the journal was forced: %s", temporary)
                .isTrue();
        dirtyDirectories.add(parent(destination));
    }

    private static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash == 0 ? "/" : path.substring(0, slash);
    }
}
