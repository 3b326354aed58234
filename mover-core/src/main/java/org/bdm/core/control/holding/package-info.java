/**
 * REST messages of what this site holds: holdings, surveys with their findings, completeness, disputes, marks, plans of removal, quarantine.
 * It is not the place of what catalogs list of a dataset version.
 * The server's {@code api} and the client use it.
 * All types are immutable and safe on any thread.
 */
@NullMarked
package org.bdm.core.control.holding;

import org.jspecify.annotations.NullMarked;
