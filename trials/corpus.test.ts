import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import { networksOf, openStages } from './setup/corpus/open-stages.ts';
import { MUTANTS } from './setup/corpus/mutants.ts';
import type { Stage } from './setup/corpus/scene.ts';
import { ATTACKS, tryAttack, tryLyingNode } from './setup/corpus/try-attack.ts';
import { LIVES } from './setup/simulator/chain-model.ts';
import { FAULTS } from './setup/simulator/faults.ts';
import { inTurn } from './setup/target.ts';
import { openBooks } from './setup/simulator/open-books.ts';

const networks = networksOf('exact amounts');
let open: { stages: Stage[]; stop(): Promise<void> };
let books: { ctx: Ctx; close(): Promise<void> };

beforeAll(async () => {
  open = await openStages(networks);
  books = await openBooks();
});
afterAll(async () => {
  await open.stop();
  await books.close();
});

describe.for(networks)('on %s', (network) => {
  const stageOf = (): Stage => open.stages.find((stage) => stage.network === network)!;

  // The other network's attacks may outlast a follower's permitted silence.
  beforeAll(() => stageOf().world.follow(network));

  test.for(MUTANTS)('a follower that $name is caught', async ({ caughtBy, wear }) => {
    const attack = ATTACKS.find(({ name }) => name.includes(caughtBy))!;
    expect(await tryAttack(wear(stageOf()), attack).catch((error: unknown) => [String(error)])).not.toEqual(
      [],
    );
  });

  test.for(ATTACKS)('$name', async (attack) => {
    expect(await tryAttack(stageOf(), attack)).toEqual([]);
  });
});

/** `simulate.test.ts` tries every fault on own addresses. */
const EXACT = LIVES.filter(({ hasOwnAddresses }) => !hasOwnAddresses);
/** Every second fault; the next network, and the next run, take the others. */
const faultsOf = (life: (typeof EXACT)[number]) =>
  FAULTS.filter((_, place) => place % 2 === inTurn([0, 1], EXACT.indexOf(life)));

describe.for(EXACT)('on a simulated $network', (life) => {
  test.for(faultsOf(life))('one of two nodes $name', async (fault) => {
    expect(await tryLyingNode(books.ctx, life, fault)).toEqual([]);
  });
});
