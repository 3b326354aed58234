/**
 * Entries of lists as values: a file, a dataset, a query, a pair of paths; and how they are kept as JSON in a draft.
 * It knows no format of a list and reads nothing: rules for one spelling that several formats share are here, whole files are not.
 * Readers tell an {@link EntryReceiver} entry by entry; drafts, jobs and the REST interface take entries from there.
 * Values are immutable; a {@link FacetCollection} belongs to the thread that reads.
 */
@NullMarked
package org.bdm.server.interchange.entry;

import org.jspecify.annotations.NullMarked;
