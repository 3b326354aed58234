/**
 * The verbs about the bytes of one file: to standard output, or to a file of this machine, verified on their way.
 * It starts no job and writes nothing to a catalog; an export is read through the web server of its site.
 * {@code Main} runs the verbs.
 * One verb runs on the thread that called it.
 */
@NullMarked
package org.bdm.client.cli.file;

import org.jspecify.annotations.NullMarked;
