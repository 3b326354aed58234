/**
 * The options of a job, as its listing and its transfers obey them, and the JSON that the catalog keeps of them. No tables: every room that knows
 * jobs may know what they are to do.
 */
@NullMarked
package org.bdm.server.catalog.settings;

import org.jspecify.annotations.NullMarked;
