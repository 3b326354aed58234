package org.bdm.server.job.space;

import java.time.Clock;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.site.access.LocalExports;

/** The parts that needed space is counted with. */
public record SpaceParts(Catalog catalog, LocalExports exports, LiveJobs live, Clock clock) {}
