import { createRandom } from '../random.ts';
import { startServices } from '../services.ts';
import { disrupt, shuffleDisruptions, type Disruption } from './disruptions.ts';
import { runDisruptions, type DisruptionsSummary } from './run-disruptions.ts';

type ProcessesRun = {
  readonly rounds: number;
  readonly seed: number;
  readonly processes: number;
  /** Which disruptions to do; all if absent. */
  readonly wants?: (disruption: Disruption) => boolean;
  /** Called after each round. */
  readonly tell?: (line: string) => void;
};

/** Several equal processes on one PostgreSQL and one Valkey; any of these is killed or restarted under load. */
export async function runProcesses({
  seed,
  wants = () => true,
  ...run
}: ProcessesRun): Promise<DisruptionsSummary<Disruption>> {
  const random = createRandom(seed);
  const services = await startServices('postgres');
  return runDisruptions({
    ...run,
    services,
    random,
    disruptions: shuffleDisruptions(random, wants),
    disrupt,
  });
}
