package org.bdm.extension.kafka;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
import org.bdm.server.discovery.event.MessageReceiver;
import org.bdm.server.discovery.event.MessageStream;
import org.bdm.server.discovery.event.StreamMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Topics of Kafka, whose offsets are committed when the receiver has taken the messages before them: at least once. */
final class KafkaStream implements MessageStream {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaStream.class);
    private static final Duration WAIT = Duration.ofSeconds(1);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);
    private static final long STOP_SECONDS_MAX = 6;
    private static final int RECORDS_MAX = 50;
    private static final int FETCH_BYTES_MAX = 16 << 20;

    private final Properties settings;
    private final List<String> topics;
    private final MessageReceiver receiver;
    private final Duration pause;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "events");

    KafkaStream(Properties settings, List<String> topics, MessageReceiver receiver, Duration pause) {
        this.settings = complete(settings);
        this.topics = List.copyOf(topics);
        this.receiver = receiver;
        this.pause = pause;
        try {
            openedOnce().close(CloseOptions.timeout(Duration.ZERO));
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

    /** Kafka finds classes that settings name by the loader of the thread, which in the server is that of the server. */
    private KafkaConsumer<byte[], byte[]> openedOnce() {
        Thread caller = Thread.currentThread();
        ClassLoader before = caller.getContextClassLoader();
        caller.setContextClassLoader(KafkaStream.class.getClassLoader());
        try {
            return opened();
        } finally {
            caller.setContextClassLoader(before);
        }
    }

    private KafkaConsumer<byte[], byte[]> opened() {
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void start() {
        receiver.began(topics);
        thread.setDaemon(true);
        thread.setContextClassLoader(KafkaStream.class.getClassLoader());
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
                receiver.failed(e);
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
            LOG.warn("a consumer of {} did not close: {}", topics, e.toString());
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    private void pause() {
        try {
            boolean isOver = closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
            if (isOver) LOG.debug("the reading of {} ends", topics);
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
                if (!isClosed() && receiver.take(message(record))) {
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

    private static StreamMessage message(ConsumerRecord<byte[], byte[]> record) {
        Instant at = Instant.ofEpochMilli(record.timestamp());
        return new StreamMessage(record.topic(), record.partition(), record.offset(), at, record.value());
    }

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
