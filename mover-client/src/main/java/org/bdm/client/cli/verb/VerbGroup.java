package org.bdm.client.cli.verb;

/** A verb that needs another one after it: a method of the group, or a class where one method is not enough. */
public abstract class VerbGroup extends Verb {
    @Override
    protected final ExitCode run() {
        throw usage("give one of these verbs: "
                + String.join(", ", spec().subcommands().keySet()));
    }
}
