/** What limits a job, as the server names it (docs/explain.md), for people. */
export interface Bottleneck {
  /** the stages that it is in; empty for a limit that a person set */
  stages: readonly string[];
  text: string;
}

const KNOWN: Record<string, Bottleneck> = {
  'source disk': { stages: ['source'], text: 'the disk of the source' },
  'source cpu': { stages: ['source'], text: 'the CPU of the source' },
  source: { stages: ['source'], text: 'the source' },
  network: { stages: ['network'], text: 'the network' },
  disk: { stages: ['disk'], text: 'the disk of the destination' },
  hash: { stages: ['hash'], text: 'hashing at the destination' },
  cpu: { stages: ['disk', 'hash', 'place'], text: 'the CPU of the destination' },
  place: { stages: ['place'], text: 'forcing and placing files at the destination' },
  rate: { stages: [], text: 'a rate limit' },
};

interface BusyStage {
  stage: string;
  busy: number;
}

/** The one stage that holds up the others: of those that the server names the busiest; null if all of them are idle. */
export function limitingStage(limit: Bottleneck | null, stages: readonly BusyStage[]): string | null {
  let found: BusyStage | null = null;
  for (const stage of stages) {
    if (limit?.stages.includes(stage.stage) !== true || Math.round(stage.busy * 100) < 1) continue;
    if (found === null || stage.busy > found.busy) found = stage;
  }
  return found?.stage ?? null;
}

/** null if nothing is known. A limit that a person set has a text of its own. */
export function bottleneckOf(limitedBy: string | null | undefined): Bottleneck | null {
  if (limitedBy == null || limitedBy === '') return null;
  return KNOWN[limitedBy] ?? { stages: [], text: limitedBy };
}
