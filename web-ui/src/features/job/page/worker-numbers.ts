import type { Series } from '../../../components/chart/TimeChart';
import type { JobDecision } from './page-queries';

interface Numbers {
  /** milliseconds since 1970 */
  times: number[];
  /** one for each stage and source; null before its first decision */
  series: Series[];
}

/** Numbers of workers over time as steps: each decision has a point with the number until then, and one with the number from then on. */
export function numbersOf(decisions: readonly JobDecision[]): Numbers {
  const nameOf = ({ stage, source }: JobDecision) => `${stage} from ${source}`;
  const names = [...new Set(decisions.map(nameOf))];
  const now = new Map<string, number>();
  const times: number[] = [];
  const values = new Map<string, (number | null)[]>(names.map((name) => [name, []]));
  const add = (time: number) => {
    times.push(time);
    for (const name of names) values.get(name)!.push(now.get(name) ?? null);
  };
  for (const decision of [...decisions].sort((one, other) => one.at.localeCompare(other.at))) {
    const at = Math.max(Date.parse(decision.at), (times.at(-1) ?? 0) + 2);
    now.set(nameOf(decision), decision.before);
    add(at - 1);
    now.set(nameOf(decision), decision.after);
    add(at);
  }
  return { times, series: names.map((name) => ({ name, values: values.get(name)! })) };
}
