type Round = { readonly harm: string; readonly backMs: number };

/** One line a harm: how often it was done, and how long until all was back. */
export function tellBacks(rounds: readonly Round[], say: (line: string) => unknown): void {
  for (const [harm, those] of Map.groupBy(rounds, (round) => round.harm)) {
    const backs = those.map(({ backMs }) => Math.round(backMs)).toSorted((a, b) => a - b);
    const [median, most] = [backs[backs.length >> 1], backs.at(-1)];
    say(`${those.length} × ${harm}: back after ${median} ms in the median, ${most} ms at most`);
  }
}
