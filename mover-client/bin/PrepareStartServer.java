import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * Answers like a mover-server whose every job has just succeeded, so that prepare-start sees the classes that a whole command needs.
 * Started as a source file by prepare-start, which ends it; prints its port.
 */
final class PrepareStartServer {
    private static final String JOB =
            """
            {"id":"job-1","label":null,"kind":"TREE","owner":"admin","state":"%s","stateReason":%s,
             "source":"bdm://a/data","destination":"bdm://b/in","priority":3,
             "createdAt":"2026-11-20T10:00:00Z","startedAt":"2026-11-20T10:00:01Z","endedAt":"2026-11-20T10:00:02Z",
             "listingComplete":true,
             "files":{"total":4,"pending":0,"active":0,"verifying":0,"waiting":0,"done":4,"skipped":0,"failed":0,"cancelled":0},
             "bytes":{"total":4000,"moved":4000,"durable":4000,"skipped":0,"failed":0,"resent":0},
             "rate":{"bytesPerSecond":1048576,"filesPerSecond":1.5},
             "estimate":{"p10":"2026-11-20T10:01:00Z","p50":"2026-11-20T10:02:00Z","p90":null},
             "limitedBy":"network","verify":"stream","dataSecurity":"tls","retryOf":null}
            """;
    private static final String REASON =
            "{\"code\":\"QUEUED\",\"text\":\"It waits for its turn.\",\"since\":\"2026-11-20T10:00:00Z\",\"nextAt\":null}";

    private PrepareStartServer() {}

    public static void main(String[] args) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v1/jobs", PrepareStartServer::answer);
        server.start();
        System.out.println("port " + server.getAddress().getPort());
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        boolean isNew = exchange.getRequestMethod().equals("POST");
        byte[] job = String.format(JOB, isNew ? "QUEUED" : "SUCCEEDED", isNew ? REASON : "null")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(isNew ? 201 : 200, job.length);
        exchange.getResponseBody().write(job);
        exchange.close();
    }
}
