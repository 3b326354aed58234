/**
 * REST messages of dataset versions: search, replica sets with their claims and copies, data nodes, subscriptions, publication.
 * It is not the place of what this site holds of a dataset version: that is a matter of holdings.
 * The server's {@code api} and the client use it.
 * All types are immutable and safe on any thread.
 */
@NullMarked
package org.bdm.core.control.dataset;

import org.jspecify.annotations.NullMarked;
