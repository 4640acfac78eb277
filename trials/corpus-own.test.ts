import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { networksOf, openOwnStages } from './setup/corpus/run-corpus.ts';
import type { Stage } from './setup/corpus/scene.ts';
import { ATTACKS_ON_OWN_ADDRESSES, tryAttack } from './setup/corpus/try-attack.ts';

/** The corpus against buyers' own addresses. */

const networks = networksOf('own addresses');
let open: { stages: Stage[]; stop(): Promise<void> };
beforeAll(async () => {
  open = await openOwnStages(networks);
});
afterAll(() => open.stop());

describe.for(networks)('on %s', (network) => {
  const stageOf = (): Stage => open.stages.find((stage) => stage.network === network)!;

  // The other networks' attacks may outlast a follower's permitted silence.
  beforeAll(() => stageOf().world.follow(network));

  test.for(ATTACKS_ON_OWN_ADDRESSES)('$name', async (attack) => {
    expect(await tryAttack(stageOf(), attack)).toEqual([]);
  });
});
