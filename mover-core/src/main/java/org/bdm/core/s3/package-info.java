/**
 * Speaks S3 with object stores: requests and their answers, signatures, and what of an answer can be relied on. Rules come from measurements
 * of ten stores, kept in docs/object-stores.md. It knows no export, no job and no file. Calls block and are made on threads that may wait.
 */
@NullMarked
package org.bdm.core.s3;

import org.jspecify.annotations.NullMarked;
