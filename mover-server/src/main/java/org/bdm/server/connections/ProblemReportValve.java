package org.bdm.server.connections;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/** Tells what the container refused before any resource was asked, in place of Tomcat's own pages. */
final class ProblemReportValve extends ValveBase {
    private static final int FIRST_ERROR = 400;

    private final Refusals refusals;

    ProblemReportValve(Refusals refusals) {
        super(true);
        this.refusals = refusals;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        getNext().invoke(request, response);
        boolean isTold = response.isCommitted() || response.getContentWritten() > 0;
        if (isTold || request.isAsync() || response.getStatus() < FIRST_ERROR) return;
        if (!response.setErrorReported()) return;
        response.setSuspended(false); // sendError has done it
        refusals.protect(response);
        refusals.container(response, response.getStatus());
        response.finishResponse();
    }
}
