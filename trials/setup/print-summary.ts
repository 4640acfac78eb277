type Round = { readonly disruption: string; readonly backMs: number };

/** One line per disruption: how often it was done, and how long the recovery took. */
function printRecoveryTimes(rounds: readonly Round[], say: (line: string) => unknown): void {
  for (const [disruption, those] of Map.groupBy(rounds, (round) => round.disruption)) {
    const backs = those.map(({ backMs }) => Math.round(backMs)).toSorted((a, b) => a - b);
    const [median, most] = [backs[backs.length >> 1], backs.at(-1)];
    say(`${those.length} × ${disruption}: back after ${median} ms in the median, ${most} ms at most`);
  }
}

type Summary = { readonly rounds: readonly Round[]; readonly faults: readonly string[] };

/** The closing lines of a run. Returns the exit code: 1 where there was a fault. */
export function printSummary(
  { rounds, faults, ...counts }: Summary,
  seed: string,
  say: (line: string) => unknown,
): 0 | 1 {
  printRecoveryTimes(rounds, say);
  for (const fault of faults) say(`FAULT ${fault}`);
  say(`${rounds.length} rounds, ${JSON.stringify(counts)}, ${faults.length} faults, seed ${seed}`);
  return faults.length === 0 ? 0 : 1;
}
