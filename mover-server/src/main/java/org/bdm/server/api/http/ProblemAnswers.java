package org.bdm.server.api.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.bdm.core.control.Problem;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.fault.MoverException;
import org.bdm.server.message.JsonMessages;
import org.bdm.server.message.ProblemText;
import org.bdm.server.message.RefusedEntries;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import tools.jackson.core.JacksonException;

/** Makes an answer of whatever goes wrong in a resource. What is not expected is logged under a number that the answer names. */
@RestControllerAdvice
public final class ProblemAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemAnswers.class);

    private final SecureRandom random;

    ProblemAnswers(SecureRandom random) {
        this.random = random;
    }

    @ExceptionHandler
    @Nullable ResponseEntity<Problem> answer(Exception error, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        if (isCallerGone(error)) return null;
        // The container breaks the connection, so that the beginning is not taken for the whole.
        if (response.isCommitted()) throw error;
        return answer(error, request);
    }

    private @Nullable ResponseEntity<Problem> answer(Exception error, HttpServletRequest request) {
        if (error instanceof CompletionException && error.getCause() instanceof Exception cause)
            return answer(cause, request);
        if (error instanceof MoverException known) return known(known, request);
        if (error instanceof RefusedEntries refused) {
            return Problems.answer(
                    Problems.of(refused.code(), 422, refused.detail(), refused.entries()), HttpHeaders.EMPTY);
        }
        if (error instanceof HttpMessageNotReadableException unreadable) return unreadable(unreadable, request);
        if (error instanceof MethodArgumentTypeMismatchException mismatch) {
            return invalid(400, "parameter '" + mismatch.getName() + "' is of another type", HttpHeaders.EMPTY);
        }
        if (error instanceof RequestRejectedException) {
            return invalid(400, "a parameter or a header has a name that is not allowed", HttpHeaders.EMPTY);
        }
        if (error instanceof InvalidParameterException) {
            return invalid(400, "the query or the form has a part without a name or is not UTF-8", HttpHeaders.EMPTY);
        }
        if (error instanceof ErrorResponse response && response.getStatusCode().is4xxClientError()) {
            return ofFramework(error, response, request);
        }
        return defect(error, request);
    }

    /** The connection broke while the answer was written, a live feed above all. */
    private static boolean isCallerGone(Exception error) {
        return error instanceof AsyncRequestNotUsableException
                || error instanceof org.apache.catalina.connector.ClientAbortException;
    }

    private @Nullable ResponseEntity<Problem> known(MoverException error, HttpServletRequest request) {
        if (error.kind() == ErrorKind.DEFECT) return defect(error, request);
        if (error.kind() != ErrorKind.BAD_REQUEST) {
            LOG.warn("{} {}: {}", request.getMethod(), ShownAddress.of(request), error.sentence());
        }
        return Problems.answer(ProblemText.of(error), HttpHeaders.EMPTY);
    }

    private @Nullable ResponseEntity<Problem> unreadable(
            HttpMessageNotReadableException error, HttpServletRequest request) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof MoverException known) return known(known, request);
            if (cause instanceof JacksonException json) return known(JsonMessages.refused(json), request);
        }
        return invalid(400, "the body is missing or cannot be read", HttpHeaders.EMPTY);
    }

    private static ResponseEntity<Problem> ofFramework(
            Exception error, ErrorResponse response, HttpServletRequest request) {
        int status = response.getStatusCode().value();
        String asked = request.getMethod() + " " + ShownAddress.of(request);
        if (status == 404) {
            return Problems.answer(
                    Problems.of(ErrorCode.NOT_FOUND, 404, "there is no " + asked, List.of()), HttpHeaders.EMPTY);
        }
        return invalid(status, asked + ": " + reason(error), response.getHeaders());
    }

    private static String reason(Exception error) {
        if (error instanceof HttpRequestMethodNotSupportedException method) {
            return "this method is not for that address; use " + method.getSupportedHttpMethods();
        }
        if (error instanceof HttpMediaTypeNotSupportedException type) {
            return "the body has a Content-Type that is not read here; use "
                    + type.getSupportedMediaTypes().stream()
                            .map(Object::toString)
                            .collect(Collectors.joining(", "));
        }
        if (error instanceof HttpMediaTypeNotAcceptableException)
            return "nothing that the Accept header names can be given";
        return error instanceof ErrorResponse response && response.getBody().getDetail() != null
                ? response.getBody().getDetail()
                : "the request is not understood";
    }

    private static ResponseEntity<Problem> invalid(int status, String detail, HttpHeaders headers) {
        return Problems.answer(Problems.of(ErrorCode.INVALID_REQUEST, status, detail, List.of()), headers);
    }

    private @Nullable ResponseEntity<Problem> defect(Exception error, HttpServletRequest request) {
        if (error instanceof IOException) {
            LOG.debug("the caller of {} is gone", ShownAddress.of(request), error);
            return null;
        }
        byte[] number = new byte[6];
        random.nextBytes(number);
        String incident = HexFormat.of().formatHex(number);
        LOG.error("incident {}: {} {}", incident, request.getMethod(), ShownAddress.of(request), error);
        String detail = "internal error; the log of the server has it as incident " + incident;
        return Problems.answer(Problems.of(ErrorCode.INTERNAL, 500, detail, List.of()), HttpHeaders.EMPTY);
    }
}
