/**
 * Work on holdings that takes its time, as the catalog keeps it: scans, verifications and comparisons, and what they found. A survey outlives the
 * process that runs it. Findings are rows, so that a page of them costs no more than a page. Running surveys belongs to
 * {@code org.bdm.server.holding.survey}.
 */
@NullMarked
package org.bdm.server.catalog.survey;

import org.jspecify.annotations.NullMarked;
