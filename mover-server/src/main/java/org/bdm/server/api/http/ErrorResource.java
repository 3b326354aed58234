package org.bdm.server.api.http;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.bdm.core.control.Problem;
import org.bdm.core.fault.ErrorCode;
import org.bdm.server.connections.WebConnection;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers requests that the servlet container refuses by itself, before or beside the resources. */
@RestController
@Hidden
public class ErrorResource implements ErrorController {

    @RequestMapping("/error")
    @Nullable ResponseEntity<Problem> error(HttpServletRequest request, HttpServletResponse response) {
        if (response.isCommitted()) return null; // a problem would only be put behind the beginning of what broke off
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        int told = status instanceof Integer number ? number : 404;
        // The container only knows that the body broke off.
        int code = told == 400 && WebConnection.of(request).isCut() ? 408 : told;
        return answer(ContainerRefusals.code(code), code, ContainerRefusals.detail(code));
    }

    private static ResponseEntity<Problem> answer(ErrorCode code, int status, String detail) {
        return Problems.answer(Problems.of(code, status, detail, List.of()), HttpHeaders.EMPTY);
    }
}
