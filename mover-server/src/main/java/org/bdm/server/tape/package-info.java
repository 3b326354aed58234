/**
 * Brings files of data nodes from tape: asks their WLCG Tape REST services where files are, requests those that are on tape only, watches the requests, and releases what it brought once the bytes are verified.
 * It transfers nothing and keeps no state but in the catalog; what a data node itself answers is judged in the core.
 * Running jobs ask it which files have to wait; the wiring lets it work by time.
 * Any thread that may block; {@code TapeQuestionDesk} on any thread.
 */
@NullMarked
package org.bdm.server.tape;

import org.jspecify.annotations.NullMarked;
