/**
 * Plans of removal in the catalog, with what became of each dataset and file.
 * It decides nothing: which files may go, and removing them, is the work of upkeep.
 * The packages upkeep and api use it.
 * Any thread that may block.
 */
@NullMarked
package org.bdm.server.catalog.removal;

import org.jspecify.annotations.NullMarked;
