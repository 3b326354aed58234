package org.bdm.client;

/** The codes of errors that the command prints by itself, besides those of servers. docs/errors.md lists them; a test compares. */
public enum ClientCode {
    USAGE,
    BATCH_LINE,
    NOT_READABLE,
    NOT_REACHABLE,
    WAIT_TIMED_OUT,
    SITE_NAME_DIFFERS,
    DEMO_FAILED,
    INTERNAL
}
