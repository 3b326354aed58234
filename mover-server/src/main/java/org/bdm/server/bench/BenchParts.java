package org.bdm.server.bench;

import java.time.Clock;
import org.bdm.core.writer.WriterSettings;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.job.progress.EndReports;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.SourceConnections;
import org.bdm.server.site.opening.Openings;

/**
 * The parts that measurements work with.
 *
 * @param writers as of transfers
 */
public record BenchParts(
        Catalog catalog,
        SourceConnections sources,
        LocalExports exports,
        LinkFlows links,
        Openings openings,
        EndReports reports,
        WriterSettings writers,
        Clock clock) {}
