import { openBooks } from './open-books.ts';
import { runSeed, type SeedReport } from './run-seed.ts';

type SeedsRun = {
  readonly first: number;
  readonly seeds: number;
  /** Tells every seed step by step; otherwise only those with a fault. */
  readonly trace: boolean;
  readonly tell: (line: string) => void;
};

/** Runs these seeds on one database; the faults of all, and what happened in figures. */
export async function runSeeds({
  first,
  seeds,
  trace,
  tell,
}: SeedsRun): Promise<{ faults: string[]; summary: string[] }> {
  const started = performance.now();
  const seconds = (): number => Math.round((performance.now() - started) / 1_000);
  const { ctx, close } = await openBooks();
  const reports: SeedReport[] = [];
  for (let seed = first; seed < first + seeds; seed += 1) {
    const report = await runSeed(ctx, seed);
    reports.push(report);
    if (trace || report.faults.length > 0) report.trace.forEach(tell);
    if (seed % 100 === 0) tell(`${reports.length} seeds, ${seconds()} s`);
  }
  await close();

  const sum = (of: (report: SeedReport) => number): string =>
    reports.reduce((total, report) => total + of(report), 0).toLocaleString('en');
  const met = reports.reduce((all, report) => all.union(report.met), new Set<string>());
  return {
    faults: reports.flatMap(({ seed, faults }) =>
      faults.map((fault) => `${fault} (again: --first ${seed} --seeds 1 --trace)`),
    ),
    summary: [
      `seeds ${first} to ${first + seeds - 1}, ${seconds()} s`,
      `${sum(({ blocks }) => blocks)} blocks, ${sum(({ reorganisations }) => reorganisations)} reorganisations`,
      `${sum(({ questions }) => questions)} questions to nodes, ${met.size} kinds of trouble met`,
      `${sum(({ deposits }) => deposits)} true deposits recorded`,
    ],
  };
}
