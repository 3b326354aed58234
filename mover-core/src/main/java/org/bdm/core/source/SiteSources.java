package org.bdm.core.source;

import java.util.concurrent.CompletionStage;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;

/** Opens exports of sites, this one among them. Any thread; nothing blocks. */
public interface SiteSources {
    /** A source that is not open yet, and belongs to whoever asked. Fails with UNKNOWN_SITE, PEER_UNREACHABLE. */
    CompletionStage<BlockSource> connect(SiteName site, ExportName export);

    /** True when the files of that site are stored here, so that reading them transfers nothing. */
    boolean isHere(SiteName site);
}
