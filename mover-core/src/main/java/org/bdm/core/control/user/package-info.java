/**
 * Messages of the REST interface about users and logins. Records with the names of the JSON fields, as in the other packages of messages. Null
 * means not given. They hold no rules but what a message cannot lack.
 */
@NullMarked
package org.bdm.core.control.user;

import org.jspecify.annotations.NullMarked;
