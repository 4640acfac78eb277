import { quantile } from './report.ts';

export type Rate = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly seconds: number;
};

/** All workers repeat a step for the given time; each one's repetitions are counted. */
export async function measureRate(
  count: number,
  seconds: number,
  act: (who: number, turn: number) => Promise<unknown>,
): Promise<Rate> {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1_000;
  const keepOn = async (who: number): Promise<void> => {
    for (let turn = 0; performance.now() < end; turn += 1) {
      const asked = performance.now();
      await act(who, turn);
      latencies.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: count }, (_, who) => keepOn(who)));
  return rateOf(latencies, start);
}

/** From the latencies of all calls since that moment, in milliseconds; until now. */
export function rateOf(latencies: readonly number[], start: number): Rate {
  const elapsed = (performance.now() - start) / 1_000;
  const sorted = latencies.toSorted((a, b) => a - b);
  return {
    perSecond: latencies.length / elapsed,
    seconds: elapsed,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
  };
}
