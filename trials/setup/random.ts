import { createRandomNumbers } from '../../apps/server/src/sandbox-history/make-history.ts';
import { randomBytes } from 'node:crypto';

/** Seeded random numbers: they decide what is done, not when. */
export type Random = {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
  /** An id, also repeated by the seed. */
  id(): string;
};

export function createRandom(seed: number): Random {
  const next = createRandomNumbers(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)]!,
    shuffle(list) {
      const rest = [...list];
      for (let last = rest.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        [rest[last], rest[other]] = [rest[other]!, rest[last]!];
      }
      return rest;
    },
    id: () => Array.from({ length: 4 }, () => below(2 ** 32).toString(36)).join('-'),
  };
}

/** The seed of this test run; failures name it, so that they can be repeated. */
export const TRIAL_SEED = Number(process.env['TRIAL_SEED'] ?? Date.now() % 1_000_000);

/** 32 random bytes in base64: a key of the shop, or a password. */
export const randomSecret = (): string => randomBytes(32).toString('base64');
