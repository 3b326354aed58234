package org.bdm.server.hook;

import org.bdm.server.catalog.hook.Hook;

/** Delivers a message to the target of a hook. Any thread that may block; returns within a minute. */
interface HookSender<T extends HookTarget> {
    /**
     * Delivers, and returns when the other side has taken it.
     *
     * @throws HookFailure if it did not, or did not say so
     * @throws InterruptedException if the server stops
     */
    void send(Hook hook, T target, HookMessage message) throws HookFailure, InterruptedException;
}
