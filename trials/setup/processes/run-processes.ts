import { createRandom } from '../random.ts';
import { openSurroundings } from '../surroundings.ts';
import { doHarm, makeHarms, type Harm } from './harms.ts';
import { runHarms, type HarmsSummary } from './run-harms.ts';

export type ProcessesRun = {
  readonly rounds: number;
  readonly seed: number;
  readonly processes: number;
  /** Which harms to do; all where absent. */
  readonly wants?: (harm: Harm) => boolean;
  /** Told about each round. */
  readonly tell?: (line: string) => void;
};

/** Several equal processes on one PostgreSQL and one Valkey; any of these is killed or restarted under load. */
export async function runProcesses({
  seed,
  wants = () => true,
  ...run
}: ProcessesRun): Promise<HarmsSummary<Harm>> {
  const random = createRandom(seed);
  const surroundings = await openSurroundings('postgres');
  return runHarms({ ...run, surroundings, random, harms: makeHarms(random, wants), doHarm });
}
