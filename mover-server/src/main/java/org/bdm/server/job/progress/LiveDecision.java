package org.bdm.server.job.progress;

import java.time.Instant;

/** One decision of the running work, with its sentence for people. */
public record LiveDecision(Instant at, String sentence) {}
