/**
 * Handovers in the catalog: files that another mover is asked to bring, and what became of each. What is kept here before a carrier is asked makes
 * that a crash asks it only once. Nothing here knows a carrier; states change by {@link org.bdm.server.catalog.handover.HandoverState#mayBecome}
 * alone. Any thread that may block.
 */
@NullMarked
package org.bdm.server.catalog.handover;

import org.jspecify.annotations.NullMarked;
