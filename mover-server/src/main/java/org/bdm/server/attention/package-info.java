/**
 * Finds what needs a person, and keeps what people acknowledged of it.
 * Items follow from the catalog each time that somebody looks; only acknowledgements are rows of their own, so that all nodes have them.
 * Called by the REST interface, and by a duty of the site that removes acknowledgements whose item is gone.
 * Any thread that may block.
 */
@NullMarked
package org.bdm.server.attention;

import org.jspecify.annotations.NullMarked;
