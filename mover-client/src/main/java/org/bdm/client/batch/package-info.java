/**
 * Lists of files that users write, a line each: {@code SRC DST [ALG:HEX] [SIZE]}.
 * A list is read line by line, however long it is.
 * A line that is not understood is named with its number.
 * Nothing here asks a server.
 */
@NullMarked
package org.bdm.client.batch;

import org.jspecify.annotations.NullMarked;
