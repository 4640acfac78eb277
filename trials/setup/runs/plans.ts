import { CRASH_POINTS, type CrashPoint } from '../../../apps/server/src/platform/crash-point.ts';
import { createRandom, type Random } from '../random.ts';

/** How a round ends. */
export type Plan =
  | { readonly kind: 'point'; readonly point: CrashPoint; readonly passing: number }
  | { readonly kind: 'import'; readonly point: CrashPoint; readonly passing: number }
  /** From outside, after so many milliseconds of load. */
  | { readonly kind: 'random'; readonly afterMs: number }
  /** From outside, the moment the n-th order of the round is acknowledged. */
  | { readonly kind: 'answer'; readonly orders: number }
  /** All processes of the PostgreSQL server, under the running shop. */
  | { readonly kind: 'database'; readonly afterMs: number };

/** Points that are passed often under load are skipped a few times first. */
const MOST_PASSINGS: readonly (readonly [prefix: string, passings: number])[] = [
  ['order: before answer', 60],
  ['order:', 25],
  ['mail:', 12],
  ['recharge:', 2],
  ['import: batch opened', 1],
  ['import:', 2],
];

/** Passed only by key rotation and after-sales, which have trials of their own. */
const ELSEWHERE = /^(rotation|claim|replacement|refund):/;

export const titleOf = (plan: Plan): string =>
  plan.kind === 'point' || plan.kind === 'import' ? plan.point : `${plan.kind} kill`;

/** One plan per crash point and the other kills: this many rounds try each at least once. */
export function countPlans(hasServer: boolean, wants: (plan: Plan) => boolean): number {
  return cycleOf(createRandom(0), hasServer).filter(wants).length;
}

/** Every kind of kill once, in shuffled cycles, for the given number of rounds. */
export function* makePlans(random: Random, hasServer: boolean): Generator<Plan, never> {
  while (true) yield* cycleOf(random, hasServer);
}

function cycleOf(random: Random, hasServer: boolean): Plan[] {
  const plans: Plan[] = CRASH_POINTS.filter((point) => !ELSEWHERE.test(point)).map((point) => {
    const most = MOST_PASSINGS.find(([prefix]) => point.startsWith(prefix))?.[1] ?? 1;
    const kind = point.startsWith('import:') ? 'import' : 'point';
    return { kind, point, passing: 1 + random.below(most) };
  });
  for (let count = 0; count < 4; count += 1) plans.push({ kind: 'random', afterMs: random.below(1_200) });
  plans.push({ kind: 'answer', orders: 1 + random.below(60) });
  if (hasServer) {
    plans.push({ kind: 'database', afterMs: random.below(700) });
    plans.push({ kind: 'database', afterMs: random.below(700) });
  }
  return random.shuffle(plans);
}
