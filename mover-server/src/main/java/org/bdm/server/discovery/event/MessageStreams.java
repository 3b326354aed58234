package org.bdm.server.discovery.event;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.bdm.core.fault.MoverException;
import org.bdm.server.extension.ExtensionPoint;

/** Opens streams of messages at a broker. */
public interface MessageStreams {
    /** The extension that brings it. */
    ExtensionPoint<MessageStreams> POINT =
            new ExtensionPoint<>(MessageStreams.class, "kafka", "reads the event stream of ESGF-NG");

    /**
     * Checks the settings; opens no connection yet.
     *
     * @param settings of the client of the broker: {@code bootstrap.servers}, {@code group.id}, {@code security.protocol}, {@code sasl.*}, ..
     * @param receiver is given each message until it takes it, in the order of its partition, and again if the process died before the broker
     *     knew that it was taken
     * @param pause after a failure
     * @throws MoverException INVALID_REQUEST if the settings cannot be used
     */
    MessageStream open(Properties settings, List<String> topics, MessageReceiver receiver, Duration pause);
}
