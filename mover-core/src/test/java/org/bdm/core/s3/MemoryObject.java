package org.bdm.core.s3;

import java.time.Instant;
import java.util.Map;

/** An object of a {@link MemoryBucket}. */
@SuppressWarnings("ArrayRecordComponent") // nobody changes it
record MemoryObject(byte[] content, String etag, Instant stored, Map<String, String> metadata) {}
