package org.bdm.extension.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.bdm.server.discovery.event.MessageReceiver;
import org.bdm.server.discovery.event.MessageStream;
import org.bdm.server.discovery.event.MessageStreams;

/** Opens streams of Kafka. */
public final class KafkaMessages implements MessageStreams {
    /** Made by the loader of services. */
    public KafkaMessages() {}

    @Override
    public MessageStream open(Properties settings, List<String> topics, MessageReceiver receiver, Duration pause) {
        return new KafkaStream(settings, topics, receiver, pause);
    }
}
