package org.bdm.extension.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.discovery.event.CatalogEvent;
import org.bdm.server.discovery.event.EventCounts;
import org.bdm.server.discovery.event.MessageReceiver;
import org.bdm.server.discovery.event.MessageStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** Against a real broker in this process. */
class KafkaStreamTest {
    private static final String ONCE = "made.transactions";
    private static final String HELD_UP = "made.held-up";
    private static final EmbeddedKafkaKraftBroker BROKER = new EmbeddedKafkaKraftBroker(1, 1, ONCE, HELD_UP);

    private final List<String> seen = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() {
        BROKER.afterPropertiesSet();
    }

    @AfterAll
    static void stop() {
        BROKER.destroy();
    }

    private static Properties settings(String group) {
        Properties settings = new Properties();
        settings.setProperty("bootstrap.servers", BROKER.getBrokersAsString());
        settings.setProperty("group.id", group);
        return settings;
    }

    private static MessageStream stream(String topic, Consumer<CatalogEvent> receiver) {
        return open(settings("made"), topic, receiver, Duration.ofMillis(50));
    }

    private static MessageStream open(
            Properties settings, String topic, Consumer<CatalogEvent> receiver, Duration pause) {
        return new KafkaMessages()
                .open(settings, List.of(topic), new MessageReceiver("stream", receiver, new EventCounts()), pause);
    }

    private static String hidden(String id) {
        return "{\"method\":\"PATCH\",\"item\":{\"id\":\"" + id + "\",\"hidden\":true}}";
    }

    private static void send(String topic, String... messages) throws Exception {
        Map<String, Object> settings = Map.of("bootstrap.servers", BROKER.getBrokersAsString());
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (String message : messages) {
                byte[] value = message.getBytes(StandardCharsets.UTF_8);
                producer.send(new ProducerRecord<>(topic, value)).get(30, TimeUnit.SECONDS);
            }
        }
    }

    private void seenAre(String... names) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(seen).containsExactly(names));
    }

    @Test
    void eachMessageIsGivenUntilItIsTakenAndNotAgainAfterThat() throws Exception {
        AtomicInteger failures = new AtomicInteger(2);
        Consumer<CatalogEvent> receiver = event -> {
            seen.add(event.instanceId());
            boolean isThird = event.instanceId().equals("P.c.v1");
            int left = isThird ? failures.getAndDecrement() : 0;
            if (left == 2) throw new IllegalStateException("the disk is full");
            if (left == 1) throw new StackOverflowError("a defect");
        };
        send(ONCE, hidden("P.a.v1"), "nonsense", hidden("P.c.v1"), hidden("P.d.v1"));

        try (MessageStream stream = stream(ONCE, receiver)) {
            stream.start();
            seenAre("P.a.v1", "P.c.v1", "P.c.v1", "P.c.v1", "P.d.v1");
        }

        send(ONCE, hidden("P.e.v1"));
        try (MessageStream stream = stream(ONCE, receiver)) {
            stream.start();
            seenAre("P.a.v1", "P.c.v1", "P.c.v1", "P.c.v1", "P.d.v1", "P.e.v1");
        }
    }

    @Test
    void theMessageThatIsBeingTakenAtTheEndCountsAndTheNextReaderBeginsBehindIt() throws Exception {
        CountDownLatch isTaking = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        send(HELD_UP, hidden("P.a.v1"), hidden("P.b.v1"));
        MessageStream first = stream(HELD_UP, event -> {
            isTaking.countDown();
            wait(mayGoOn);
            seen.add(event.instanceId());
        });
        first.start();
        assertThat(isTaking.await(30, TimeUnit.SECONDS)).isTrue();
        Thread closing = new Thread(first::close, "closing");
        closing.start();
        await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        mayGoOn.countDown();
        closing.join(20_000);
        assertThat(seen).containsExactly("P.a.v1");

        try (MessageStream next = stream(HELD_UP, event -> seen.add(event.instanceId()))) {
            next.start();
            seenAre("P.a.v1", "P.b.v1");
        }
    }

    private static void wait(CountDownLatch latch) {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) throw new IllegalStateException("nobody let it go on");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void settingsThatCannotBeUsedAreRefused() {
        Properties groupless = settings("made");
        groupless.remove("group.id");
        refuses(groupless, "no group.id");
        Properties odd = settings("made");
        odd.setProperty("security.protocol", "CARRIER_PIGEON");
        refuses(odd, "CARRIER_PIGEON");
    }

    private static void refuses(Properties settings, String what) {
        assertThatThrownBy(() -> open(settings, ONCE, event -> {}, Duration.ZERO))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
                .hasMessageContaining(what);
    }
}
