/**
 * Jobs in the catalog: submissions with their items, states, counts, events.
 * It is not the place of their files, nor of rules beyond the table of states.
 * The rooms of files, holdings and requests use it, as does every package that runs or shows jobs.
 * Any thread that may block; a reception of items belongs to one thread.
 */
@NullMarked
package org.bdm.server.catalog.job;

import org.jspecify.annotations.NullMarked;
