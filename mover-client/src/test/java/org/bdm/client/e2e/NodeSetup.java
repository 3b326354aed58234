package org.bdm.client.e2e;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one {@link SiteNode} is started.
 *
 * @param directory of the test
 * @param options without those of the machine
 * @param tokenFile of the administrator of the site; null for the first node, which writes it
 * @param preload null where nothing is preloaded
 */
record NodeSetup(
        Path directory,
        String site,
        String name,
        Machine machine,
        @Nullable Path certificateFile,
        @Nullable Path tokenFile,
        @Nullable Preload preload,
        List<String> options) {}
