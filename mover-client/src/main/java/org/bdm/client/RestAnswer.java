package org.bdm.client;

import java.io.InputStream;

/**
 * The head of an answer, and its body as it comes. The caller reads the body to its end or closes it.
 *
 * @param status of HTTP, 200 to 599
 */
record RestAnswer(int status, AnswerHead head, InputStream body) {
    boolean isGood() {
        return status / 100 == 2;
    }
}
