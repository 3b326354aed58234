package org.bdm.server.api.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.bdm.server.site.access.Role;

/**
 * Says who may call a route: the holder of a token with one of these roles. A submitter or requester may be shown less; {@link VisibleJobs}, or the
 * resource itself, decides that.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Needs {
    /** One of these is enough, and so is a role that includes it. */
    Role[] value();
}
