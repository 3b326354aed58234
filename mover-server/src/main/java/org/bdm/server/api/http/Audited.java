package org.bdm.server.api.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says what a change by a route did, as the audit log tells it behind the name of the caller. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Audited {
    /** In the past tense; the variables of the address may stand in it: {@code paused {jobId}}. */
    String value();
}
