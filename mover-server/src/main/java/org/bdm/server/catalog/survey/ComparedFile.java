package org.bdm.server.catalog.survey;

import java.time.Instant;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;

/**
 * A file here that has the bytes of a source, though its time is another one.
 *
 * @param size bytes of both
 * @param seen the time that it has here
 * @param source the time that it has at the source
 */
public record ComparedFile(ExportName export, StorePath path, long size, Instant seen, Instant source) {}
