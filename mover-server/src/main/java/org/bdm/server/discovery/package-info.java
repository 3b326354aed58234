/**
 * Asks outside catalogs (ESGF search in its three generations, STAC, THREDDS) what they know of datasets and files.
 * What an index says is a claim: it is passed on as it was said, with who said it, and decided about elsewhere.
 * An index that is down, slow or talks nonsense becomes a warning and never a shorter answer that looks whole.
 * The rooms below have the questions and answers, the connections, and one kind of index each; no room uses this package.
 * Indexes are asked on threads of their own; receivers are called on one thread at a time.
 */
@NullMarked
package org.bdm.server.discovery;

import org.jspecify.annotations.NullMarked;
