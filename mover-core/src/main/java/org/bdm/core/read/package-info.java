/**
 * Reads ranges of files into memory, in order and at the pace of whoever takes the bytes: the API for programs that compute on the data.
 * It writes nothing, keeps no catalog and runs no job; a {@code Store} or a {@code BlockSource} is given and says where the files are.
 * {@code RangeReader} is the one class to begin with; docs/how-to/read-from-java.md shows it.
 * A reader belongs to one thread at a time, on which the consumer is called.
 */
@NullMarked
package org.bdm.core.read;

import org.jspecify.annotations.NullMarked;
