package org.bdm.server.app;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.dataset.replica.DatasetResolver;
import org.bdm.server.dataset.replica.EventRecords;
import org.bdm.server.discovery.event.CatalogEvent;
import org.bdm.server.discovery.event.EventCounts;
import org.bdm.server.discovery.event.MessageReceiver;
import org.bdm.server.discovery.event.MessageStream;
import org.bdm.server.discovery.event.MessageStreams;
import org.bdm.server.extension.Extensions;
import org.bdm.server.upkeep.SubscribedEvents;

/**
 * The Kafka topics from which events of ESGF-NG are read.
 *
 * @param settings file with the properties of the Kafka client
 * @param index name under which their claims are told
 */
record EventStream(List<String> topics, Path settings, String index, EventRecords.Following following) {
    private static final Pattern INDEX = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
    private static final Duration PAUSE = Duration.ofSeconds(10);

    /** Returns the name under which the stream makes claims. */
    static String index(ServerOptions options) {
        return options.kafkaIndex;
    }

    /** Of the options; empty if no topic is named. INVALID_REQUEST. */
    static Optional<EventStream> of(ServerOptions options) {
        if (options.kafkaTopics.isEmpty() && options.kafkaSettings == null) return Optional.empty();
        if (options.kafkaTopics.isEmpty() || options.kafkaSettings == null) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "--kafka-topic and --kafka-settings are given both or not at all");
        }
        if (!INDEX.matcher(options.kafkaIndex).matches()) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "--kafka-index " + options.kafkaIndex + ": a name has letters, digits, '_', '.', '-', up to 64");
        }
        return Optional.of(new EventStream(
                List.copyOf(options.kafkaTopics),
                options.kafkaSettings,
                options.kafkaIndex,
                EventRecords.Following.of(options.kafkaDatasets)));
    }

    /**
     * A stream whose events are taken into the catalog and told to subscriptions; not started yet.
     *
     * @throws MoverException INVALID_REQUEST if its settings cannot be used; UNSUPPORTED if what reads it is not installed
     */
    MessageStream open(
            Extensions extensions,
            Catalog catalog,
            DatasetResolver resolver,
            SubscribedEvents subscribed,
            EventCounts counts) {
        EventRecords records = new EventRecords(catalog, resolver, index, following);
        Consumer<CatalogEvent> receiver = event -> {
            records.take(event);
            subscribed.take(event);
        };
        return extensions
                .need(MessageStreams.POINT, "--kafka-topic")
                .open(properties(), topics, new MessageReceiver(index, receiver, counts), PAUSE);
    }

    /** The settings of the client of the broker; INVALID_REQUEST if the file cannot be read. */
    Properties properties() {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(settings)) {
            properties.load(in);
        } catch (IOException | IllegalArgumentException e) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "the settings of the event stream cannot be read from " + settings, e);
        }
        return properties;
    }
}
