package org.bdm.server.discovery.event;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the event stream of ESGF-NG from Kafka, on a thread of its own. A message counts as read when the receiver has returned for each of
 * its events, and is given again when it threw or the process died before that was committed: at least once, in the order of its partition.
 * What cannot be read is logged and counts as read. While the broker does not answer it is tried again and again.
 */
public final class EventConsumer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventConsumer.class);
    private static final Duration WAIT = Duration.ofSeconds(1);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);
    private static final long STOP_SECONDS_MAX = 6;
    private static final int RECORDS_MAX = 50;
    private static final int FETCH_BYTES_MAX = 16 << 20;

    private final Properties settings;
    private final List<String> topics;
    private final String index;
    private final Consumer<CatalogEvent> receiver;
    private final Duration pause;
    private final EventCounts counts;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "events");

    /**
     * Opens no connection yet.
     *
     * @param settings of the Kafka client: {@code bootstrap.servers}, {@code group.id}, {@code security.protocol}, {@code sasl.*}, ..
     * @param index name under which claims are told
     * @param receiver keeps durably what an event says; what it throws is logged, and the message given again after the pause
     * @param pause after a failure
     * @param counts told of each message
     * @throws MoverException INVALID_REQUEST if the settings cannot be used
     */
    public EventConsumer(
            Properties settings,
            List<String> topics,
            String index,
            Consumer<CatalogEvent> receiver,
            Duration pause,
            EventCounts counts) {
        this.settings = complete(settings);
        this.topics = List.copyOf(topics);
        this.index = index;
        this.receiver = receiver;
        this.pause = pause;
        this.counts = counts;
        try {
            opened().close(CloseOptions.timeout(Duration.ZERO));
        } catch (KafkaException e) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "the settings of the event stream cannot be used: "
                            + rootOf(e).getMessage(),
                    e);
        }
    }

    private static Throwable rootOf(Throwable error) {
        Throwable cause = error.getCause();
        return cause == null ? error : rootOf(cause);
    }

    /**
     * Settings from a properties file, which only its owner should be able to read: it holds the password.
     *
     * @throws MoverException INVALID_REQUEST if it cannot be read
     */
    public static Properties settings(Path file) {
        Properties settings = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            settings.load(in);
        } catch (IOException | IllegalArgumentException e) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "the settings of the event stream cannot be read from " + file, e);
        }
        return settings;
    }

    private static Properties complete(Properties given) {
        Properties settings = new Properties();
        settings.setProperty(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.setProperty(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, Integer.toString(RECORDS_MAX));
        settings.setProperty(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, Integer.toString(FETCH_BYTES_MAX));
        settings.putAll(given);
        settings.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        for (String needed : List.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, ConsumerConfig.GROUP_ID_CONFIG)) {
            if (!settings.getProperty(needed, "").isBlank()) continue;
            throw new MoverException(ErrorCode.INVALID_REQUEST, "the settings of the event stream have no " + needed);
        }
        return settings;
    }

    private KafkaConsumer<byte[], byte[]> opened() {
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Begins to read. Once. */
    public void start() {
        LOG.info("event stream {}: reading {}", index, topics);
        counts.began();
        thread.setDaemon(true);
        thread.start();
    }

    /** A consumer that failed is not used any more: the next one begins behind what was committed. */
    private void run() {
        while (!isClosed()) {
            KafkaConsumer<byte[], byte[]> consumer = opened();
            try {
                consumer.subscribe(topics);
                while (!isClosed()) {
                    if (!process(consumer, consumer.poll(WAIT))) pause();
                }
            } catch (KafkaException e) {
                counts.failed();
                LOG.warn("event stream {}: it cannot be read now: {}", index, e.toString());
                pause();
            } finally {
                closeQuietly(consumer);
            }
        }
    }

    private void closeQuietly(KafkaConsumer<byte[], byte[]> consumer) {
        try {
            consumer.close(CloseOptions.timeout(CLOSE_TIMEOUT));
        } catch (KafkaException e) {
            LOG.warn("event stream {}: a consumer did not close: {}", index, e.toString());
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    private void pause() {
        try {
            boolean isOver = closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
            if (isOver) LOG.debug("event stream {}: ends", index);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closed.countDown();
        }
    }

    /** False if a message has to be given again. */
    private boolean process(KafkaConsumer<byte[], byte[]> consumer, ConsumerRecords<byte[], byte[]> records) {
        Map<TopicPartition, OffsetAndMetadata> taken = new HashMap<>();
        boolean isAllTaken = true;
        for (TopicPartition partition : records.partitions()) {
            for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
                if (!isClosed() && take(record)) {
                    taken.put(partition, new OffsetAndMetadata(record.offset() + 1));
                } else {
                    isAllTaken = false;
                    consumer.seek(partition, record.offset());
                    break;
                }
            }
        }
        if (!taken.isEmpty()) consumer.commitSync(taken);
        return isAllTaken;
    }

    private boolean take(ConsumerRecord<byte[], byte[]> record) {
        List<CatalogEvent> events = new ArrayList<>();
        Consumer<UnreadableEvent> refused = one -> unreadable(record, one);
        byte[] message = record.value();
        if (message == null) refused.accept(new UnreadableEvent(record.offset(), "it is empty"));
        else read(message, record.offset(), events, refused);
        try {
            events.forEach(receiver);
            counts.taken(Instant.ofEpochMilli(record.timestamp()));
            return true;
        } catch (RuntimeException | StackOverflowError e) {
            counts.failed();
            LOG.warn(
                    "event stream {}: message {} of {}-{} was not taken and will be given again",
                    index,
                    record.offset(),
                    record.topic(),
                    record.partition(),
                    e);
            return false;
        }
    }

    private void unreadable(ConsumerRecord<byte[], byte[]> record, UnreadableEvent one) {
        counts.unreadable();
        LOG.warn(
                "event stream {}: message {} of {}-{} cannot be read: {}",
                index,
                record.offset(),
                record.topic(),
                record.partition(),
                one.reason());
    }

    /** A message is read whole or not at all: whatever it brings about, the stream goes on behind it. */
    private void read(byte[] message, long offset, List<CatalogEvent> events, Consumer<UnreadableEvent> refused) {
        try {
            new CatalogEvents(index, events::add, refused).message(message, offset);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.warn("event stream {}: reading message {} failed", index, offset, e);
            events.clear();
            refused.accept(new UnreadableEvent(
                    offset, "it could not be read (" + e.getClass().getSimpleName() + ")"));
        }
    }

    /** Ends the reading after the message that is being taken; what was not taken is given to the next reader. Waits a few seconds. */
    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS_MAX));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
