/**
 * Reads the lists with which people ask for climate data elsewhere: wget scripts, selections of Synda and esgpull, mapfiles, Metalink, lists.
 * It does not fetch, search, send or keep anything, and no file is ever run: what it reads is text of strangers.
 * The REST interface calls {@link ListReader} with a stream; what is found goes to a receiver entry by entry, so that no list has to fit in memory.
 * Everything runs on the caller's thread; nothing is shared.
 */
@NullMarked
package org.bdm.server.interchange.read;

import org.jspecify.annotations.NullMarked;
