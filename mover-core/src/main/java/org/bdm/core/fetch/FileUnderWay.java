package org.bdm.core.fetch;

import org.bdm.core.id.FileId;
import org.bdm.core.transfer.FileState;

/**
 * Progress of one file of a running session.
 *
 * @param file its number
 * @param state ACTIVE or VERIFYING
 * @param bytes of it; without what earlier runs told
 */
public record FileUnderWay(FileId file, FileState state, BytesUnderWay bytes) {}
