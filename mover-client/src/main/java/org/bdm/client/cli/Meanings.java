package org.bdm.client.cli;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Verbs that other programs use for what a verb here does: {@code add} for {@code create}, {@code rm} for {@code remove}. */
final class Meanings {
    /** Words of one meaning. The verbs here are among them: what a group calls {@code create}, another calls {@code add}. */
    private static final List<List<String>> SAME = List.of(
            List.of("create", "add", "set", "invite", "submit", "new", "make", "mk", "mkdir", "useradd", "adduser"),
            List.of("set", "edit", "change"),
            List.of(
                    "remove",
                    "revoke",
                    "unset",
                    "delete",
                    "cancel",
                    "uninvite",
                    "withdraw",
                    "rm",
                    "del",
                    "rmdir",
                    "erase",
                    "destroy",
                    "drop",
                    "unlink",
                    "userdel",
                    "deluser",
                    "forget",
                    "purge"),
            List.of("list", "ls", "all", "index", "dir", "ll", "show", "status"),
            List.of("show", "status", "info", "get", "describe", "inspect", "view", "cat", "stat", "details", "list"),
            List.of("set", "edit", "update", "modify", "change", "mod", "config", "configure", "usermod", "rename"),
            List.of("pause", "suspend", "hold", "stop", "disable"),
            List.of("resume", "unpause", "continue", "start", "enable", "restart"),
            List.of("password", "passwd"),
            List.of("test", "try", "ping", "check"),
            List.of("approve", "accept", "allow", "grant", "ok"),
            List.of("decline", "reject", "deny", "refuse"),
            List.of("verify", "check", "validate", "confirm"),
            List.of("restore", "recover", "undelete"));

    /** Words before which no noun stands. The answers may have two words. */
    private static final Map<String, List<String>> AT_TOP = Map.ofEntries(
            Map.entry("copy", List.of("submit")),
            Map.entry("scp", List.of("submit")),
            Map.entry("put", List.of("submit")),
            Map.entry("upload", List.of("submit")),
            Map.entry("send", List.of("submit")),
            Map.entry("push", List.of("submit")),
            Map.entry("pull", List.of("submit")),
            Map.entry("transfer", List.of("submit")),
            Map.entry("transfers", List.of("list")),
            Map.entry("move", List.of("submit")),
            Map.entry("mv", List.of("submit")),
            Map.entry("sync", List.of("submit")),
            Map.entry("rsync", List.of("submit")),
            Map.entry("mirror", List.of("submit")),
            Map.entry("clone", List.of("submit")),
            Map.entry("new", List.of("submit")),
            Map.entry("create", List.of("submit")),
            Map.entry("add", List.of("submit")),
            Map.entry("run", List.of("submit")),
            Map.entry("start", List.of("submit", "resume")),
            Map.entry("get", List.of("replicate", "status")),
            Map.entry("download", List.of("replicate")),
            Map.entry("wget", List.of("replicate", "import")),
            Map.entry("fetch", List.of("replicate")),
            Map.entry("install", List.of("replicate")),
            Map.entry("find", List.of("search")),
            Map.entry("query", List.of("search")),
            Map.entry("ps", List.of("list")),
            Map.entry("top", List.of("list", "watch")),
            Map.entry("queue", List.of("list")),
            Map.entry("job", List.of("list", "status")),
            Map.entry("jobs", List.of("list")),
            Map.entry("task", List.of("list", "status")),
            Map.entry("tasks", List.of("list")),
            Map.entry("dir", List.of("ls")),
            Map.entry("ll", List.of("ls")),
            Map.entry("tree", List.of("ls")),
            Map.entry("show", List.of("status")),
            Map.entry("info", List.of("status")),
            Map.entry("describe", List.of("status")),
            Map.entry("inspect", List.of("status")),
            Map.entry("view", List.of("status")),
            Map.entry("stat", List.of("status")),
            Map.entry("progress", List.of("watch")),
            Map.entry("follow", List.of("watch")),
            Map.entry("tail", List.of("watch", "events")),
            Map.entry("monitor", List.of("watch")),
            Map.entry("log", List.of("events", "audit")),
            Map.entry("logs", List.of("events", "audit")),
            Map.entry("history", List.of("events", "audit")),
            Map.entry("why", List.of("explain")),
            Map.entry("stop", List.of("pause", "cancel")),
            Map.entry("kill", List.of("cancel")),
            Map.entry("abort", List.of("cancel")),
            Map.entry("rm", List.of("delete", "purge")),
            Map.entry("del", List.of("delete", "purge")),
            Map.entry("remove", List.of("delete", "purge")),
            Map.entry("continue", List.of("resume")),
            Map.entry("unpause", List.of("resume")),
            Map.entry("restart", List.of("retry", "resume")),
            Map.entry("rerun", List.of("retry")),
            Map.entry("edit", List.of("set")),
            Map.entry("update", List.of("set")),
            Map.entry("modify", List.of("set")),
            Map.entry("change", List.of("set")),
            Map.entry("config", List.of("set", "login")),
            Map.entry("configure", List.of("login")),
            Map.entry("auth", List.of("login")),
            Map.entry("connect", List.of("login", "site add")),
            Map.entry("pair", List.of("site add", "site invite")),
            Map.entry("peer", List.of("site")),
            Map.entry("peers", List.of("site")),
            Map.entry("remote", List.of("site")),
            Map.entry("remotes", List.of("site")),
            Map.entry("listremotes", List.of("site")),
            Map.entry("endpoint", List.of("site", "export")),
            Map.entry("endpoints", List.of("site", "export")),
            Map.entry("collection", List.of("export")),
            Map.entry("limits", List.of("limit")),
            Map.entry("bwlimit", List.of("limit")),
            Map.entry("throttle", List.of("limit")),
            Map.entry("diff", List.of("check", "reconcile")),
            Map.entry("cmp", List.of("check")),
            Map.entry("compare", List.of("check")),
            Map.entry("checksum", List.of("verify")),
            Map.entry("scan", List.of("hold")),
            Map.entry("register", List.of("hold")),
            Map.entry("adduser", List.of("user create")),
            Map.entry("useradd", List.of("user create")),
            Map.entry("passwd", List.of("user password")),
            Map.entry("account", List.of("user")),
            Map.entry("key", List.of("token")),
            Map.entry("speedtest", List.of("bench")),
            Map.entry("iperf", List.of("bench")),
            Map.entry("ping", List.of("doctor")),
            Map.entry("diagnose", List.of("doctor")),
            Map.entry("health", List.of("doctor")),
            Map.entry("support", List.of("doctor --bundle")),
            Map.entry("bundle", List.of("doctor --bundle")),
            Map.entry("bugreport", List.of("doctor --bundle")),
            Map.entry("whoami", List.of("version", "token list")),
            Map.entry("schedule", List.of("link set", "site maintenance")),
            Map.entry("window", List.of("link set")),
            Map.entry("windows", List.of("link list")),
            Map.entry("du", List.of("statistics", "export list")),
            Map.entry("df", List.of("export list")),
            Map.entry("quota", List.of("export list")),
            Map.entry("man", List.of("help")),
            Map.entry("ver", List.of("version")));

    private Meanings() {}

    /** The verbs of a group that mean this word: of each meaning the usual one; empty if there is none. */
    static List<String> of(String word, Collection<String> verbs) {
        Set<String> meant = new LinkedHashSet<>();
        for (List<String> same : SAME) {
            if (same.contains(word))
                same.stream().filter(verbs::contains).findFirst().ifPresent(meant::add);
        }
        return List.copyOf(meant);
    }

    /** Returns the meanings of the word at the top, where a job is what all verbs are about; empty if it means nothing. */
    static List<String> atTop(String word) {
        return AT_TOP.getOrDefault(word, List.of());
    }
}
