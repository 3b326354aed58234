/**
 * The meters of this process and of its site, as Prometheus scrapes them through Micrometer; each is declared in {@code DeclaredMeter}.
 * It counts nothing itself: at a scrape it reads what the parts of the server count anyway, and between scrapes it does nothing.
 * {@code app} assembles it; it uses the catalog, running jobs, contacts with other sites, exports, backups and the event stream.
 * What may block is read on threads of its own, so that a scrape never waits for a database or a file system.
 */
@NullMarked
package org.bdm.server.metrics;

import org.jspecify.annotations.NullMarked;
