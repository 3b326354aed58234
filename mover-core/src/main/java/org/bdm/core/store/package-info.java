/**
 * Storage of this site's files: what the program needs of a disk, as interfaces.
 * It is not the code that touches one: that is {@code store.local}, and faulty and in-memory stores in the test kit.
 * Called by readers, writers, hashers, finishers and listings.
 * Calls block: only disk and hash threads make them, never an event loop.
 */
@NullMarked
package org.bdm.core.store;

import org.jspecify.annotations.NullMarked;
