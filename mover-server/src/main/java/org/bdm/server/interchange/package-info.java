/**
 * Reads the lists with which people ask for climate data elsewhere: wget scripts, selections of Synda and esgpull, mapfiles, Metalink, lists;
 * and writes the manifests that publication, other programs and audit need of what is held.
 * It does not fetch, search, send or keep anything, and no file is ever run: what it reads is text of strangers.
 * Called by the REST interface with a stream; what is found goes to an {@link EntryReceiver} entry by entry, so that no list has to fit in memory.
 * Everything runs on the caller's thread; nothing is shared.
 */
@NullMarked
package org.bdm.server.interchange;

import org.jspecify.annotations.NullMarked;
