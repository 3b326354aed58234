package org.bdm.server.discovery.http;

import java.io.ByteArrayInputStream;
import java.io.CharConversionException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipException;
import org.bdm.server.discovery.index.IndexFailure;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.IndexWarning;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/**
 * Asks one index: within its budget, few requests at once, repeated a little where that may help, and says in the words of
 * {@link IndexWarning} what went wrong. Any thread.
 */
public final class IndexConnection {
    private static final int REQUESTS_AT_ONCE = 2;
    private static final int ATTEMPTS = 3;
    /** More than any honest answer has pages; what is kept in the cache counts, too. */
    public static final int QUESTIONS_MAX = 2_500;
    /** Catalogs of a THREDDS server are asked for one by one. */
    private static final int CATALOGS_MAX = 50_000;
    /** A page is kept in memory until it is read to its end, as objects that are some times as large. */
    private static final long HEAP_PARTS = 16;

    private static final long PAGE_BYTES_MIN = 8L << 20;
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(60);

    private final IndexSettings settings;
    private final HttpTransport transport;
    private final Clock clock;
    private final Pause pause;
    private final DailyBudget budget;
    private final PageCache cache;
    private final RequestsAtOnce atOnce;
    private final AtomicInteger questions = new AtomicInteger();
    private final int questionsMax;

    public IndexConnection(IndexSettings settings, HttpTransport transport, Clock clock, Pause pause) {
        this.settings = settings;
        this.transport = transport;
        this.clock = clock;
        this.pause = pause;
        this.budget = new DailyBudget(settings.name(), clock, settings.requestsPerDay());
        this.cache = new PageCache(clock, settings.cachedFor());
        this.atOnce = new RequestsAtOnce(REQUESTS_AT_ONCE);
        this.questionsMax = Integer.MAX_VALUE;
    }

    private IndexConnection(IndexConnection shared, int questionsMax) {
        this.settings = shared.settings;
        this.transport = shared.transport;
        this.clock = shared.clock;
        this.pause = shared.pause;
        this.budget = shared.budget;
        this.cache = shared.cache;
        this.atOnce = shared.atOnce;
        this.questionsMax = questionsMax;
    }

    /** The same for one search, which ends after so many questions: an index may say for ever that there is more. */
    public IndexConnection ofOneSearch(int questionsMax) {
        boolean isWalked = settings.kind() == IndexKind.THREDDS;
        return new IndexConnection(this, isWalked ? CATALOGS_MAX : questionsMax);
    }

    public IndexSettings settings() {
        return settings;
    }

    public DailyBudget budget() {
        return budget;
    }

    /** So many processes of the site ask the index, this one included: the requests at once are divided among them, at least one each. */
    public void shareAmong(int processes) {
        atOnce.resize(Math.max(1, REQUESTS_AT_ONCE / processes));
    }

    /** Asks for JSON with a GET. */
    public <T> T ask(URI address, AnswerReader<T> reader) throws IndexFailure {
        return ask(address, Optional.empty(), "application/json, application/geo+json", reader);
    }

    /**
     * Asks; the reader may be called again from the start if the answer broke while it was read.
     *
     * @throws IndexFailure if there was no answer that could be read to its end
     * @throws SearchEnded if the thread was interrupted
     */
    public <T> T ask(URI address, Optional<String> body, String accept, AnswerReader<T> reader) throws IndexFailure {
        if (questions.incrementAndGet() > questionsMax) {
            throw new IndexFailure(
                    "TRUNCATED", "it says that there is more after " + questionsMax + " pages; ask for less at once");
        }
        Optional<byte[]> kept = cache.find(key(address, body));
        return kept.isPresent() ? readKept(kept.get(), reader) : askAnew(address, body, accept, reader);
    }

    /** As {@link #ask(URI, Optional, String, AnswerReader)}, but what was answered before does not count. */
    public <T> T askAnew(URI address, Optional<String> body, String accept, AnswerReader<T> reader)
            throws IndexFailure {
        try {
            atOnce.acquire();
        } catch (InterruptedException e) {
            throw interrupted();
        }
        try {
            return repeated(question(address, body, accept), reader);
        } finally {
            atOnce.release();
        }
    }

    private static String key(URI address, Optional<String> body) {
        return address + "\n" + body.orElse("");
    }

    private HttpQuestion question(URI address, Optional<String> body, String accept) {
        String contact = settings.contact().isEmpty() ? "" : " (" + settings.contact() + ")";
        return new HttpQuestion(address, body, accept, "bulk-data-mover" + contact, settings.answerTimeout());
    }

    private <T> T readKept(byte[] page, AnswerReader<T> reader) throws IndexFailure {
        try {
            return reader.read(new ByteArrayInputStream(page));
        } catch (IOException | JacksonException e) {
            throw failure(e);
        }
    }

    private <T> T repeated(HttpQuestion question, AnswerReader<T> reader) throws IndexFailure {
        for (int attempt = 1; ; attempt++) {
            if (!budget.take()) {
                throw new IndexFailure(
                        "BUDGET_SPENT",
                        "the " + settings.requestsPerDay()
                                + " requests of today are spent; try again after midnight UTC,"
                                + " or raise its requests-per-day");
            }
            try {
                return once(question, reader);
            } catch (IndexFailure e) {
                boolean isLast = attempt == ATTEMPTS
                        || !e.isWorthRepeating()
                        || e.pause().compareTo(PAUSE_MAX) > 0;
                if (isLast) throw e;
                await(e.pause().isZero() ? PAUSE.multipliedBy(attempt) : e.pause());
            }
        }
    }

    private void await(Duration time) {
        try {
            pause.await(time);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private <T> T once(HttpQuestion question, AnswerReader<T> reader) throws IndexFailure {
        try (HttpAnswer answer = transport.send(question)) {
            checkStatus(answer);
            KeptBody body = new KeptBody(answer.body(), answerBytesMax(), cache.pageBytesMax());
            T result = reader.read(body);
            drain(body);
            if (body.isKept()) cache.keep(key(question.address(), question.body()), body.kept());
            return result;
        } catch (IOException | JacksonException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private long answerBytesMax() {
        long fitting = Math.max(PAGE_BYTES_MIN, Runtime.getRuntime().maxMemory() / HEAP_PARTS);
        return Math.min(settings.answerBytesMax(), fitting);
    }

    /** Reads what follows the end of the JSON, so that the connection can be used again. */
    private static void drain(InputStream body) throws IOException {
        byte[] rest = new byte[8192];
        while (body.read(rest) >= 0) continue;
    }

    private static SearchEnded interrupted() {
        Thread.currentThread().interrupt();
        return new SearchEnded();
    }

    private void checkStatus(HttpAnswer answer) throws IndexFailure {
        int status = answer.status();
        String said = "it answered with status " + status;
        if (status == 200) {
            String type = answer.contentType().orElse("").toLowerCase(Locale.ROOT);
            if (!type.startsWith("text/html")) return;
            throw worthRepeating("BROKEN_ANSWER", "it answered with a web page instead of data", null);
        }
        if (status == 429 || status == 503) {
            throw new IndexFailure("OVERLOADED", said, true, retryAfter(answer), null);
        }
        if (status == 502 || status == 504) throw worthRepeating("UNREACHABLE", said, null);
        if (status >= 500) throw worthRepeating("BROKEN_ANSWER", said, null);
        throw new IndexFailure("REFUSED", said + "; it does not understand or allow the question");
    }

    /** Seconds or a date (RFC 9110, 10.2.3); zero for neither. */
    private Duration retryAfter(HttpAnswer answer) {
        String value = answer.retryAfter().orElse("").strip();
        if (value.matches("\\d{1,9}")) return Duration.ofSeconds(Long.parseLong(value));
        try {
            Instant until = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            Duration left = Duration.between(clock.instant(), until);
            return left.isNegative() ? Duration.ZERO : left;
        } catch (DateTimeParseException e) {
            return Duration.ZERO; // no header, or none that says when: the usual pause
        }
    }

    private static IndexFailure failure(@Nullable Throwable e) {
        if (e instanceof JacksonIOException wrapped) return failure(wrapped.getCause());
        if (e instanceof InterruptedIOException && !(e instanceof HttpTimeoutException)) throw interrupted();
        if (e instanceof RedirectRefused) return new IndexFailure("REFUSED", String.valueOf(e.getMessage()));
        if (e instanceof BoundedBody.TooLong) return new IndexFailure("BROKEN_ANSWER", String.valueOf(e.getMessage()));
        if (e instanceof HttpTimeoutException) return worthRepeating("TIMED_OUT", "it did not answer in time", e);
        if (e instanceof EOFException || e instanceof UnexpectedEndOfInputException) {
            return worthRepeating("TRUNCATED", "its answer ended in the middle", e);
        }
        if (e instanceof JacksonException || e instanceof ZipException || e instanceof CharConversionException) {
            return worthRepeating("BROKEN_ANSWER", "its answer is not what was asked for", e);
        }
        return worthRepeating("UNREACHABLE", "no connection, or it broke", e);
    }

    private static IndexFailure worthRepeating(String code, String text, @Nullable Throwable cause) {
        return new IndexFailure(code, text, true, Duration.ZERO, cause);
    }
}
