package org.bdm.server.discovery.event;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;

/** Streams of the tests of the server: a message is taken by the thread that sends it. */
public final class MemoryStreams implements MessageStreams {
    private static final Map<String, MessageReceiver> OPEN = new ConcurrentHashMap<>();

    /** Gives a message to whoever reads the topic; false if it was not taken. */
    public static boolean send(String topic, String message) {
        byte[] text = message.getBytes(StandardCharsets.UTF_8);
        return OPEN.get(topic).take(new StreamMessage(topic, 0, 1, Instant.now(), text));
    }

    @Override
    public MessageStream open(Properties settings, List<String> topics, MessageReceiver receiver, Duration pause) {
        return new MessageStream() {
            @Override
            public void start() {
                receiver.began(topics);
                for (String topic : topics) OPEN.put(topic, receiver);
            }

            @Override
            public void close() {
                topics.forEach(OPEN::remove);
            }
        };
    }
}
