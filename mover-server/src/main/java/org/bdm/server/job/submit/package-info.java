/**
 * Checks and submits jobs: of trees and files, of lists with millions of lines, of replica sets, and again of what failed.
 * It moves no file: a job is rows in the catalog when its id is given, and workers find it there.
 * The REST interface, approved requests and subscriptions submit here; plans check with the same rules.
 * Any thread that may block; how many lists and lookups run at once is bounded.
 */
@NullMarked
package org.bdm.server.job.submit;

import org.jspecify.annotations.NullMarked;
