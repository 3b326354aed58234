/**
 * S3 over HTTP/1.1: connections to one store, signed requests, answers and what is read of their XML.
 * It is not a general HTTP client, and decides nothing about files: what an answer is worth is decided by who asked through {@code Bucket}.
 * Who wires the program makes an {@code S3Service} for each store; the data port, listings and jobs use its buckets.
 * Calls block on threads that may; sockets belong to the event loops of {@code source.http.node}.
 */
@NullMarked
package org.bdm.core.s3.http;

import org.jspecify.annotations.NullMarked;
