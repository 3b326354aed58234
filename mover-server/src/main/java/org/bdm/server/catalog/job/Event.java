package org.bdm.server.catalog.job;

import java.time.Instant;
import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened, or was decided, and why. Never one per file that went well.
 *
 * @param number grows with time; the cursor of the live feed
 * @param job null if it belongs to no job
 * @param code upper-case name
 * @param text a sentence for a person; cut at 2,000 characters
 * @param dataJson a JSON object
 */
public record Event(long number, @Nullable JobId job, Instant at, String code, String text, String dataJson) {}
