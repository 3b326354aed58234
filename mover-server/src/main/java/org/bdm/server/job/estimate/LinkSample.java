package org.bdm.server.job.estimate;

import java.time.Instant;

/** The time that some work took on one link. */
record LinkSample(LinkWork work, double seconds, Instant ended) {}
