/**
 * The persistent catalog, for H2 and PostgreSQL alike: {@code Catalog} opens it and hands out one repository per group of tables.
 * Its rooms below, cut by subject, have their tables and statements; no other package of the server knows SQL, and no room uses this package.
 * It is not the place of domain rules beyond the tables of states: it keeps what others decide and says when it is kept.
 * Every package of the server that needs memory beyond a restart calls it. Reads block on any thread but an event loop; writes are queued
 * to one committer thread and complete a future once they are on disk.
 */
@NullMarked
package org.bdm.server.catalog;

import org.jspecify.annotations.NullMarked;
