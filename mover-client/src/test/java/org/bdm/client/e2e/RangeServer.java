package org.bdm.client.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A data node, as a process: a directory over HTTP with single ranges, ETag and Last-Modified. Arguments: the directory, a file for one line
 * per request ({@code METHOD path status from length sent}), a limit of bytes per second and connection (0 is none), and any number of faults
 * {@code stall=NAME} (the body stops at its half), {@code flip=NAME} (the first byte is wrong), {@code missing=NAME} (404).
 * Prints {@code ready port=N}. Needs nothing but the JDK.
 */
final class RangeServer {
    private static final int PIECE_BYTES = 64 * 1024;

    private final Path root;
    private final Path log;
    private final long bytesPerSecond;
    private final Map<String, String> faults = new HashMap<>();

    private RangeServer(Path root, Path log, long bytesPerSecond) {
        this.root = root;
        this.log = log;
        this.bytesPerSecond = bytesPerSecond;
    }

    public static void main(String[] arguments) throws IOException {
        RangeServer server =
                new RangeServer(Path.of(arguments[0]), Path.of(arguments[1]), Long.parseLong(arguments[2]));
        for (int i = 3; i < arguments.length; i++) {
            String[] fault = arguments[i].split("=", 2);
            server.faults.put(fault[1], fault[0]);
        }
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        http.setExecutor(Executors.newCachedThreadPool());
        http.createContext("/", server::handle);
        http.start();
        System.out.println("ready port=" + http.getAddress().getPort());
    }

    private void handle(HttpExchange exchange) throws IOException {
        Path file =
                root.resolve(exchange.getRequestURI().getPath().substring(1)).normalize();
        String name = file.getFileName().toString();
        try (exchange) {
            if (!file.startsWith(root) || !Files.isRegularFile(file) || "missing".equals(faults.get(name))) {
                exchange.sendResponseHeaders(404, -1);
                note(exchange, 404, 0, 0, 0);
                return;
            }
            answer(exchange, file, faults.getOrDefault(name, ""));
        }
    }

    private void answer(HttpExchange exchange, Path file, String fault) throws IOException {
        long size = Files.size(file);
        Instant modified = Files.getLastModifiedTime(file).toInstant();
        String tag = "\"" + Long.toHexString(modified.toEpochMilli()) + "-" + Long.toHexString(size) + "\"";
        exchange.getResponseHeaders().set("ETag", tag);
        exchange.getResponseHeaders().set("Accept-Ranges", "bytes");
        exchange.getResponseHeaders().set("Content-Type", "application/netcdf");
        exchange.getResponseHeaders()
                .set(
                        "Last-Modified",
                        DateTimeFormatter.RFC_1123_DATE_TIME
                                .withLocale(Locale.ROOT)
                                .format(modified.atOffset(ZoneOffset.UTC)));
        String range = exchange.getRequestHeaders().getFirst("Range");
        String condition = exchange.getRequestHeaders().getFirst("If-Range");
        boolean isPart = range != null && range.startsWith("bytes=") && (condition == null || condition.equals(tag));
        long from = 0;
        long end = size;
        if (isPart) {
            String[] ends = range.substring(6).split("-", -1);
            from = Long.parseLong(ends[0]);
            if (!ends[1].isEmpty()) end = Math.min(size, Long.parseLong(ends[1]) + 1);
            exchange.getResponseHeaders().set("Content-Range", "bytes " + from + "-" + (end - 1) + "/" + size);
        }
        int status = isPart ? 206 : 200;
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Long.toString(size));
            exchange.sendResponseHeaders(200, -1);
            note(exchange, 200, 0, 0, 0);
            return;
        }
        exchange.sendResponseHeaders(status, end - from == 0 ? -1 : end - from);
        long sent = 0;
        try {
            sent = send(exchange.getResponseBody(), file, from, end, fault);
        } finally {
            note(exchange, status, from, end - from, sent);
        }
    }

    private long send(OutputStream body, Path file, long from, long end, String fault) throws IOException {
        long began = System.nanoTime();
        long at = from;
        long half = from + (end - from) / 2;
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
            while (at < end) {
                if (fault.equals("stall") && at >= half) LockSupport.parkNanos(TimeUnit.HOURS.toNanos(1));
                piece.clear().limit((int) Math.min(PIECE_BYTES, end - at));
                int read = channel.read(piece, at);
                if (read < 0) break;
                if (fault.equals("flip") && at == 0) piece.array()[read - 1] ^= 1;
                body.write(piece.array(), 0, read);
                at += read;
                slowDown(began, at - from);
            }
            body.flush();
        } catch (IOException e) {
            return at - from; // who asked has gone
        }
        return at - from;
    }

    private void slowDown(long began, long bytes) {
        if (bytesPerSecond == 0) return;
        long due = began + (long) (bytes * 1e9 / bytesPerSecond);
        long early = due - System.nanoTime();
        if (early > 0) LockSupport.parkNanos(early);
    }

    private synchronized void note(HttpExchange exchange, int status, long from, long length, long sent)
            throws IOException {
        String line = exchange.getRequestMethod() + " "
                + exchange.getRequestURI().getPath() + " " + status + " " + from + " " + length + " " + sent + "\n";
        Files.writeString(log, line, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
