type Round = { readonly disruption: string; readonly backMs: number };

/** One line a disruption: how often it was done, and how long until all was back. */
export function tellBacks(rounds: readonly Round[], say: (line: string) => unknown): void {
  for (const [disruption, those] of Map.groupBy(rounds, (round) => round.disruption)) {
    const backs = those.map(({ backMs }) => Math.round(backMs)).toSorted((a, b) => a - b);
    const [median, most] = [backs[backs.length >> 1], backs.at(-1)];
    say(`${those.length} × ${disruption}: back after ${median} ms in the median, ${most} ms at most`);
  }
}
