package org.bdm.server.catalog.tape;

import java.time.Duration;
import org.bdm.core.id.FileId;

/**
 * A file of a job that is to be had from tape.
 *
 * @param origin of the address of its copy
 * @param path as the tape service names it
 * @param isEmpty whether it has no bytes
 * @param isRead whether the node has no tape service, and brings it when it is read
 * @param patience after which a person is told that it still waits
 */
public record WantedRecall(
        FileId file, String origin, String path, boolean isEmpty, boolean isRead, Duration patience) {}
