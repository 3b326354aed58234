/**
 * The bytes of one file as they come, and the part of it that is asked for.
 * It reads nothing itself: whoever opens a file gives its content.
 * The verbs {@code cat} and {@code cp} pass them on.
 * A content belongs to one thread.
 */
@NullMarked
package org.bdm.client.file;

import org.jspecify.annotations.NullMarked;
