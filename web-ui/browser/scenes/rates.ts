const STEP_SECONDS = 300;
const STEPS = 288;

/** A day of three links: one by night, one all the time, one that was away for hours. */
export function someRates(nowMillis: number) {
  const begin =
    Math.floor(nowMillis / (STEP_SECONDS * 1000)) * STEP_SECONDS * 1000 - STEPS * STEP_SECONDS * 1000;
  const link = (source: string, mostBytesPerSecond: number, shareOf: (step: number) => number) => ({
    source,
    destination: 'dkrz',
    bytes: 1e12,
    files: 1000,
    failures: source === 'llnl' ? 120 : 2,
    points: Array.from({ length: STEPS }, (_, step) => ({
      at: new Date(begin + step * STEP_SECONDS * 1000).toISOString(),
      bytesPerSecond: Math.round(mostBytesPerSecond * shareOf(step)),
      filesPerSecond: 1,
    })).filter(({ bytesPerSecond }) => bytesPerSecond > 0),
  });
  return {
    since: new Date(begin).toISOString(),
    until: new Date(nowMillis).toISOString(),
    stepSeconds: STEP_SECONDS,
    links: [
      link('ipsl', 1.2e9, (step) => 0.6 + 0.4 * Math.cos((step / STEPS) * 2 * Math.PI)),
      link('llnl', 4.1e8, (step) => (step % 5 === 0 ? 0.9 : 1)),
      link('bsc', 2e8, (step) => (step > 100 && step < 190 ? 0 : 1)),
    ],
  };
}
