package org.bdm.server.discovery.http;

import java.io.IOException;
import java.io.InputStream;
import org.bdm.server.discovery.index.IndexFailure;

/** Reads the body of an answer to its end. */
public interface AnswerReader<T> {
    /**
     * Reads without closing.
     *
     * @throws IOException if the stream breaks; {@link tools.jackson.core.JacksonException} for what is no JSON
     * @throws IndexFailure if it is an answer, but not one to the question
     */
    T read(InputStream body) throws IOException, IndexFailure;
}
