package org.bdm.server.api.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.connections.AwaitedBody;
import org.bdm.server.connections.WebConnection;
import org.bdm.server.discovery.http.BoundedBody;
import org.bdm.server.message.ProblemText;
import org.bdm.server.message.StreamedList;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses bodies that are too large before they fill the memory, and those that come too slowly; a streamed list and an import have limits
 * of their own for their size.
 */
final class BodyLimitFilter extends OncePerRequestFilter {
    private final Problems problems;
    private final int bytesMax;

    BodyLimitFilter(Problems problems, int bytesMax) {
        this.problems = problems;
        this.bytesMax = bytesMax;
    }

    private static boolean isBoundedElsewhere(HttpServletRequest request) {
        String type = request.getContentType();
        if (type == null) return false;
        String path = request.getRequestURI();
        boolean isList = path.equals(RouteRoles.API + "/imports")
                || path.equals(RouteRoles.API + "/holdings")
                || path.equals(RouteRoles.API + "/catalog-events");
        boolean isBoundedThere = isList && type.startsWith(MediaType.APPLICATION_OCTET_STREAM_VALUE);
        return isBoundedThere || type.startsWith(StreamedList.MEDIA_TYPE);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        WebConnection connection = WebConnection.of(request);
        if (isBoundedElsewhere(request)) {
            chain.doFilter(new Limited(request, connection, Long.MAX_VALUE), response);
            return;
        }
        if (request.getContentLengthLong() > bytesMax) {
            problems.write(response, ProblemText.of(tooLarge(bytesMax)));
            return;
        }
        chain.doFilter(new Limited(request, connection, bytesMax), response);
    }

    private static MoverException tooLarge(long bytesMax) {
        return new MoverException(
                ErrorCode.TOO_LARGE,
                "the body is larger than " + bytesMax + " bytes; send a longer list as " + StreamedList.MEDIA_TYPE);
    }

    private static final class Limited extends HttpServletRequestWrapper {
        private final WebConnection connection;
        private final long bytesMax;

        Limited(HttpServletRequest request, WebConnection connection, long bytesMax) {
            super(request);
            this.connection = connection;
            this.bytesMax = bytesMax;
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            return new LimitedStream(super.getInputStream(), connection, bytesMax);
        }
    }

    private static final class LimitedStream extends ServletInputStream {
        private final ServletInputStream in;
        private final BoundedBody bounded;

        LimitedStream(ServletInputStream in, WebConnection connection, long bytesMax) {
            this.in = in;
            this.bounded = new BoundedBody(new AwaitedBody(in, connection), bytesMax, () -> {
                throw tooLarge(bytesMax);
            });
        }

        @Override
        public int read() throws IOException {
            return bounded.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return bounded.read(target, offset, length);
        }

        @Override
        public boolean isFinished() {
            return in.isFinished();
        }

        @Override
        public boolean isReady() {
            return in.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            in.setReadListener(listener);
        }
    }
}
