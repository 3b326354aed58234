package org.bdm.core.source.http;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.bdm.core.source.http.node.CopyTrouble;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.TapePolicy;
import org.bdm.core.source.http.node.TapeStanding;
import org.bdm.core.source.http.question.HttpLook;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks whether a copy that its node does not give is on tape, before it counts as gone: StoRM answers 415 for such a file, XRootD 404. The
 * tape service of the node decides; where there is none, the field {@code Locality} of an answer to HEAD. Belongs to the source's event loop.
 */
final class TapeQuestions {
    private static final Logger LOG = LoggerFactory.getLogger(TapeQuestions.class);

    /** The file is requested from tape only when its turn comes again, so that is soon. */
    private static final Duration AGAIN_AFTER = Duration.ofSeconds(61);

    private final HttpNodes nodes;
    private final HttpLook look;
    private final EventLoop loop;

    TapeQuestions(HttpNodes nodes, HttpLook look, EventLoop loop) {
        this.nodes = nodes;
        this.look = look;
        this.loop = loop;
    }

    /**
     * Asks if there is reason to; until {@code then} the copy is not asked.
     *
     * @param then takes, on the loop, the trouble as it is to be understood
     * @return false if the trouble is what it says
     */
    boolean ask(HttpCopy copy, CopyTrouble trouble, Consumer<CopyTrouble> then) {
        if (!copy.mayBeOnTape(trouble)) return false;
        if (nodes.settings().policy(copy.node().name()).tape().staging() == TapePolicy.Staging.NEVER) return false;
        copy.recalling();
        var unused = nodes.tapes()
                .standing(copy.location())
                .whenComplete((standing, failure) -> onLoop(() -> {
                    if (standing == TapeStanding.UNKNOWN && trouble.kind() == CopyTrouble.Kind.OFFLINE) {
                        askHead(copy, trouble, then);
                    } else {
                        answered(copy, trouble, standing == TapeStanding.ON_TAPE, then);
                    }
                }));
        return true;
    }

    private void askHead(HttpCopy copy, CopyTrouble trouble, Consumer<CopyTrouble> then) {
        var unused = look.locality(copy.published())
                .whenComplete((locality, failure) ->
                        onLoop(() -> answered(copy, trouble, "TAPE".equalsIgnoreCase(locality), then)));
    }

    private static void answered(HttpCopy copy, CopyTrouble trouble, boolean isOnTape, Consumer<CopyTrouble> then) {
        copy.recalled(Optional.empty());
        then.accept(
                isOnTape
                        ? CopyTrouble.staged(
                                trouble.reason().detail() + ": the file is on tape", Optional.of(AGAIN_AFTER))
                        : trouble);
    }

    private void onLoop(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loops have ended before a source", e);
        }
    }
}
