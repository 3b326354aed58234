/**
 * Reads streams of messages from Kafka.
 * It knows no message: the server reads what is in them and says which are taken.
 * The server finds it by {@code META-INF/services} when an option asks for an event stream.
 * Each stream has a thread of its own.
 */
@NullMarked
package org.bdm.extension.kafka;

import org.jspecify.annotations.NullMarked;
