package org.bdm.client;

import java.util.Iterator;
import org.bdm.core.control.site.BackupView;
import org.bdm.core.control.site.CreateBackup;

/** The routes about backups of the catalog of one control plane; errors as in {@link MoverApi}. */
public final class BackupApi {
    private final RestConnection rest;

    BackupApi(RestConnection rest) {
        this.rest = rest;
    }

    /** Good backups, oldest first; then the last one if it failed, and the one that is being made. */
    public Iterator<BackupView> backups() {
        return PageWalk.of(rest, RestPath.of("/backups"), BackupView.class);
    }

    /** Begins a backup. */
    public BackupView begin(CreateBackup wish) {
        return rest.send("POST", RestPath.of("/backups"), wish, Json.type(BackupView.class));
    }

    /** Returns a backup as it is now. */
    public BackupView backup(String name) {
        return rest.get(RestPath.of("/backups/{}", name), Json.type(BackupView.class));
    }
}
