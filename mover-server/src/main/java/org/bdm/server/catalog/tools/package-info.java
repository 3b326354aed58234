/**
 * Backup, check and move of a whole catalog, and its change of owner.
 * They work on the database below the repositories, mostly while no process uses it.
 * The commands of the server call them; a running catalog writes only its own backup.
 * Each call blocks until it is done.
 */
@NullMarked
package org.bdm.server.catalog.tools;

import org.jspecify.annotations.NullMarked;
