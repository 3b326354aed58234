/**
 * The messages of the REST interface as plain records, whose component names are the JSON names: here what several subjects share, below one room each.
 * It is not the domain: neither this package nor a room below knows types of other packages, and enumerations are strings, so that an older client reads a newer server.
 * The server's {@code api} and the client use them; nobody else may. Sizes are in bytes, times are UTC.
 * All types are immutable and safe on any thread.
 *
 * <p>The Javadoc of a record is what {@code docs/openapi.json} says of the message: the text before the first tag of the whole, {@code @param} of
 * each field, as sentences. {@code @param} ends with what applies of {@code One of {@code Role}.}, a list of values.yaml;
 * {@code Within {@code 1..16}.}, the least and greatest value, the latter left out where there is none; and
 * {@code Such as {@code 4}.}, an example: text as it is, anything else as in YAML. A field without {@code @param} has the words that properties.yaml
 * has for its name. Both files are beside {@code DocumentRows}, a test of the server.
 */
@NullMarked
package org.bdm.core.control;

import org.jspecify.annotations.NullMarked;
