package org.bdm.server.job.schedule;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * One glob as a set of states that are walked side by side, so that a name costs its length times the length of the glob and never more,
 * whatever somebody has written: a regular expression that goes back and tries again would take hours for {@code *a*a*a*a*b}. Immutable.
 *
 * @see GlobFilter what the signs mean
 */
final class GlobPattern {
    private static final IntPredicate ANY = point -> true;
    private static final IntPredicate IN_NAME = point -> point != '/';

    private final List<State> states = new ArrayList<>();
    private final State begin;
    private final State end;

    /** Reads a glob; INVALID_REQUEST for a malformed one. */
    GlobPattern(String glob) {
        Parser parser = new Parser(glob);
        begin = state();
        end = parser.sequence(begin, 0);
    }

    boolean matches(CharSequence text) {
        return after(text).get(end.number);
    }

    /** True if something below this directory could match. */
    boolean mayMatchBelow(CharSequence directory) {
        return !after(directory + "/").isEmpty();
    }

    /** Returns the positions of a walk after a text; none if nothing that begins so matches. */
    private BitSet after(CharSequence text) {
        BitSet now = new BitSet(states.size());
        enter(begin, now);
        int[] points = text.codePoints().toArray();
        for (int point : points) {
            BitSet next = new BitSet(states.size());
            for (int i = now.nextSetBit(0); i >= 0; i = now.nextSetBit(i + 1)) {
                State state = states.get(i);
                if (state.then != null && state.on.test(point)) enter(state.then, next);
            }
            if (next.isEmpty()) return next;
            now = next;
        }
        return now;
    }

    /** Adds a state and all that are reached from it without a sign. */
    private static void enter(State first, BitSet into) {
        List<State> open = new ArrayList<>(List.of(first));
        while (!open.isEmpty()) {
            State state = open.remove(open.size() - 1);
            if (into.get(state.number)) continue;
            into.set(state.number);
            open.addAll(state.free);
        }
    }

    private State state() {
        State state = new State(states.size());
        states.add(state);
        return state;
    }

    /** A position of a walk: at most one step that takes a character, and any that take none. */
    private static final class State {
        private final int number;
        private final List<State> free = new ArrayList<>();
        private IntPredicate on = ANY;
        private @Nullable State then;

        State(int number) {
            this.number = number;
        }

        void step(IntPredicate sign, State to) {
            on = sign;
            then = to;
        }
    }

    /** Makes the states of one glob while it reads it from left to right. */
    private final class Parser {
        private final String glob;
        private int at;

        Parser(String glob) {
            this.glob = glob;
        }

        /** Up to the end, or inside braces up to the next comma or brace; gives the state behind it. */
        State sequence(State from, int braces) {
            State now = from;
            while (at < glob.length() && !(braces > 0 && (glob.charAt(at) == ',' || glob.charAt(at) == '}'))) {
                now = element(now, braces);
            }
            return now;
        }

        private State element(State from, int braces) {
            if (taken("**/")) return directories(from);
            if (taken("**")) return repeated(from, ANY);
            if (taken("*")) return repeated(from, IN_NAME);
            if (taken("?")) return one(from, IN_NAME);
            if (taken("{")) return choice(from, braces + 1);
            int setEnd = glob.charAt(at) == '[' ? glob.indexOf(']', at + 2) : -1;
            if (setEnd > 0) return set(from, setEnd);
            if (glob.charAt(at) == '[') throw malformed("a [ is not closed; write [[] for the character itself");
            int point = glob.codePointAt(at);
            at += Character.charCount(point);
            return one(from, seen -> seen == point);
        }

        private boolean taken(String sign) {
            if (!glob.startsWith(sign, at)) return false;
            at += sign.length();
            return true;
        }

        private State one(State from, IntPredicate sign) {
            State to = state();
            from.step(sign, to);
            return to;
        }

        private State repeated(State from, IntPredicate sign) {
            State loop = state();
            State to = state();
            from.free.add(loop);
            loop.step(sign, loop);
            loop.free.add(to);
            return to;
        }

        /** No directory, or any number of them, each with its slash. */
        private State directories(State from) {
            State inside = repeated(from, ANY);
            State to = state();
            from.free.add(to);
            inside.step(point -> point == '/', to);
            return to;
        }

        /** Any of some sequences. */
        private State choice(State from, int braces) {
            State to = state();
            do {
                State first = state();
                from.free.add(first);
                sequence(first, braces).free.add(to);
            } while (taken(","));
            if (at == glob.length()) throw malformed("a { is not closed; write [{] for the character itself");
            at++;
            return to;
        }

        private State set(State from, int setEnd) {
            String inside = glob.substring(at + 1, setEnd);
            boolean isNegated = inside.startsWith("!") || inside.startsWith("^");
            int[] points =
                    (isNegated ? inside.substring(1) : inside).codePoints().toArray();
            List<int[]> ranges = new ArrayList<>();
            for (int i = 0; i < points.length; i++) {
                boolean isRange = i + 2 < points.length && points[i + 1] == '-';
                int last = isRange ? points[i + 2] : points[i];
                if (last < points[i]) {
                    throw malformed("a range of [" + inside + "] is empty");
                }
                ranges.add(new int[] {points[i], last});
                if (isRange) i += 2;
            }
            at = setEnd + 1;
            return one(from, point -> point != '/' && isNegated != isIn(ranges, point));
        }

        private MoverException malformed(String why) {
            return new MoverException(ErrorCode.INVALID_REQUEST, "'" + glob + "' is not a glob: " + why);
        }

        private static boolean isIn(List<int[]> ranges, int point) {
            for (int[] range : ranges) {
                if (point >= range[0] && point <= range[1]) return true;
            }
            return false;
        }
    }
}
