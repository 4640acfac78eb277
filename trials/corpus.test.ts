import type { ChainNode } from '@portside/chain';
import { PAID_TOPIC, TRANSFER_TOPIC } from '@portside/chain/scanning/topics';
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFollowJob } from '../apps/server/src/features/deposits/index.ts';
import { depositMatcher } from '../apps/server/src/features/recharges/index.ts';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import { nodeOf } from '../apps/server/src/testing/chain-world.ts';
import { networksOf, openStages } from './setup/corpus/run-corpus.ts';
import type { Stage } from './setup/corpus/scene.ts';
import { ATTACKS, tryAttack, tryLyingNode } from './setup/corpus/try-attack.ts';
import { LIVES, type WireFilter, type WireLog, type WireReceipt } from './setup/simulator/chain-model.ts';
import { FAULTS } from './setup/simulator/faults.ts';
import { inTurn } from './setup/target.ts';
import { openBooks } from './setup/simulator/open-books.ts';

type Ask = ChainNode['request'];

/** A bug that other shops have had, and part of the name of the attack that must catch it. */
type Mutant = {
  readonly name: string;
  readonly caughtBy: string;
  readonly wear: (stage: Stage) => Stage;
};

const MUTANTS: readonly Mutant[] = [
  {
    name: 'believes the event of any contract',
    caughtBy: 'forged by another contract',
    wear: (stage) =>
      disguise(stage, (ask) =>
        changeLogs(
          (method, params) => {
            if (method !== 'eth_getLogs') return ask(method, params);
            const { address: _, ...anywhere } = params[0] as WireFilter;
            return ask(method, [anywhere]);
          },
          (log) =>
            log.topics[0] === TRANSFER_TOPIC ? { ...log, address: infoOf(stage).contractAddress } : log,
        ),
      ),
  },
  {
    name: 'believes the event of any checkout',
    caughtBy: 'look-alike of the checkout',
    wear: (stage) =>
      disguise(stage, (ask) =>
        changeLogs(ask, (log) =>
          log.topics[0] === PAID_TOPIC ? { ...log, address: infoOf(stage).checkoutAddress } : log,
        ),
      ),
  },
  {
    name: 'credits at the head',
    caughtBy: 'not final yet',
    wear: (stage) =>
      disguise(stage, (ask) => (method, params) => {
        const atHead = params.map((one) => (one === 'finalized' ? 'latest' : one));
        return ask(method, atHead);
      }),
  },
  {
    name: 'takes amounts from what was called',
    caughtBy: 'call of transfer that pays a millionth',
    wear: (stage) =>
      disguise(stage, (ask) =>
        changeLogs(ask, async (log) => {
          const tx = (await ask('eth_getTransactionByHash', [log.transactionHash])) as { input: Hex };
          return /^0xa9059cbb.{128}$/.test(tx.input) ? { ...log, data: `0x${tx.input.slice(-64)}` } : log;
        }),
      ),
  },
];

const infoOf = ({ chains, network }: Stage) => chains.chains[network];

/** The same stage with a shop whose node requests go through `ask`. */
function disguise(stage: Stage, wear: (ask: Ask) => Ask): Stage {
  const follow: Stage['world']['follow'] = async (network) => {
    const node = nodeOf(stage.chains, network);
    const request = wear((method, params) => node.request(method, params));
    const nodes = [{ name: node.name, request }];
    const job = createFollowJob(stage.world.ctx, { network, nodes, quorum: 1, everyMs: 1 }, depositMatcher);
    while ((await job.run()).more);
  };
  return { ...stage, world: { ...stage.world, follow } };
}

function changeLogs(ask: Ask, change: (log: WireLog) => WireLog | Promise<WireLog>): Ask {
  const all = (logs: readonly WireLog[]): Promise<WireLog[]> =>
    Promise.all(logs.map(async (log) => change(log)));
  return async (method, params) => {
    const answer = await ask(method, params);
    if (method === 'eth_getLogs') return all(answer as WireLog[]);
    if (method !== 'eth_getTransactionReceipt' || answer === null) return answer;
    const receipt = answer as WireReceipt;
    return { ...receipt, logs: await all(receipt.logs) };
  };
}

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
