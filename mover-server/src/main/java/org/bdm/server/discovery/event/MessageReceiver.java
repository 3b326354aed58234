package org.bdm.server.discovery.event;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the messages of one stream: reads each into events and hands those on. A message counts as read when the receiver has returned for each of
 * its events; what cannot be read is logged and counts as read. One thread at a time.
 */
public final class MessageReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(MessageReceiver.class);

    private final String index;
    private final Consumer<CatalogEvent> receiver;
    private final EventCounts counts;

    /**
     * With its parts.
     *
     * @param index name under which claims are told
     * @param receiver keeps durably what an event says; what it throws is logged, and the message is not taken
     * @param counts told of each message
     */
    public MessageReceiver(String index, Consumer<CatalogEvent> receiver, EventCounts counts) {
        this.index = index;
        this.receiver = receiver;
        this.counts = counts;
    }

    /** The stream is read from now on. */
    public void began(List<String> topics) {
        LOG.info("event stream {}: reading {}", index, topics);
        counts.began();
    }

    /** The stream cannot be read now. */
    public void failed(Exception e) {
        counts.failed();
        LOG.warn("event stream {}: it cannot be read now: {}", index, e.toString());
    }

    /** Returns false if the message has to be given again. */
    public boolean take(StreamMessage message) {
        List<CatalogEvent> events = read(message);
        try {
            events.forEach(receiver);
            counts.taken(message.at());
            return true;
        } catch (RuntimeException | StackOverflowError e) {
            counts.failed();
            LOG.warn("event stream {}: message {} was not taken and will be given again", index, message, e);
            return false;
        }
    }

    /** A message is read whole or not at all: whatever it brings about, the stream goes on behind it. */
    private List<CatalogEvent> read(StreamMessage message) {
        List<CatalogEvent> events = new ArrayList<>();
        byte[] text = message.text();
        if (text == null) {
            unreadable(message, "it is empty");
            return events;
        }
        try {
            new CatalogEvents(index, events::add, one -> unreadable(message, one.reason()))
                    .message(text, message.offset());
        } catch (RuntimeException | StackOverflowError e) {
            LOG.warn("event stream {}: reading message {} failed", index, message, e);
            events.clear();
            unreadable(message, "it could not be read (" + e.getClass().getSimpleName() + ")");
        }
        return events;
    }

    private void unreadable(StreamMessage message, String reason) {
        counts.unreadable();
        LOG.warn("event stream {}: message {} cannot be read: {}", index, message, reason);
    }
}
