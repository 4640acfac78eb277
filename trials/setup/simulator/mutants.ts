import { NodeError, type ChainNode } from '@portside/chain';
import { readChainCursor } from '../../../apps/server/src/features/deposits/following/chains.sql.ts';
import { numberToHex, type Hex } from 'viem';
import { word } from './events.ts';
import type { Mutant, MutantRun } from './run-seed.ts';
import type { WireFilter, WireLog, WireReceipt } from './chain-model.ts';
import { sql } from 'kysely';

const BLOCKS_BACK = 40;

/** Bugs of a shop whose buyers have addresses of their own. */
const OWN_MUTANTS: readonly Mutant[] = [
  withAmounts('rounds up what finer units pay', (units, perMicro) => units + perMicro - 1n),
  withAmounts('takes the token to have a decimal less', (units, perMicro) =>
    perMicro === 1n ? units : units * 10n,
  ),
  {
    name: 'goes on with the addresses where the chain is after a restart',
    seed: 3,
    async afterDeath({ ctx, world }) {
      await sql`update address_cursors a set block_number = c.block_number, block_hash = c.block_hash, block_time = c.block_time
        from chain_cursors c where c.chain_id = a.chain_id and c.chain_id = ${world.chain.face.chainId}`.execute(
        ctx.db,
      );
    },
  },
  {
    name: 'does not know again what it has read before a reorganisation',
    seed: 4,
    beforeLook: afterReorganisation(async ({ ctx, world }) => {
      const { face, branch } = world.chain;
      await sql`update deposits set ordinal = ordinal + 100
        where chain_id = ${face.chainId} and owner_id is not null`.execute(ctx.db);
      const block = branch[Math.max(0, world.chain.final - BLOCKS_BACK)]!;
      await sql`update address_cursors set block_number = ${block.number}, block_hash = ${block.hash}
        where chain_id = ${face.chainId} and block_number > ${block.number}`.execute(ctx.db);
    }),
  },
  {
    name: 'forgets the addresses of former treasuries',
    seed: 3,
    async beforeLook({ ctx, world }) {
      await sql`delete from deposit_addresses d where chain_id = ${world.chain.face.chainId}
        and not exists (select from payment_methods m where m.factory_address = d.factory_address and m.retired_at is null)`.execute(
        ctx.db,
      );
    },
  },
];

/** A follower that reads other amounts than the token's events have, on a network whose token has finer units. */
function withAmounts(name: string, change: (units: bigint, perMicro: bigint) => bigint): Mutant {
  return disguised(
    name,
    (ask, { world }) =>
      async (method, params) => {
        const answer = await ask(method, params);
        const { token, unitsPerMicro } = world.places;
        const alter = (log: WireLog): WireLog => {
          if (log.address !== token || log.data.length !== 66) return log;
          const data: Hex = `0x${word(change(BigInt(log.data), unitsPerMicro) % 2n ** 256n)}`;
          return { ...log, data };
        };
        if (method === 'eth_getLogs') return (answer as WireLog[]).map(alter);
        if (method !== 'eth_getTransactionReceipt' || !answer) return answer;
        const receipt = answer as WireReceipt;
        return { ...receipt, logs: receipt.logs.map(alter) };
      },
    { seed: 2 },
  );
}

/** Runs the step before the first scan after each reorganisation. */
function afterReorganisation(step: (run: MutantRun) => Promise<void>) {
  const seen = new WeakMap<MutantRun['world'], number>();
  return async (run: MutantRun): Promise<void> => {
    const { reorganisations } = run.world;
    if (reorganisations > (seen.get(run.world) ?? 0)) await step(run);
    seen.set(run.world, reorganisations);
  };
}

const BIG_GAP = 60;

/**
 * Bugs that followers of other shops have had. The shop's own code stays as it is: each mutant gives it clients
 * or a database that make it behave as if it had the bug.
 */
export const MUTANTS: readonly Mutant[] = [
  disguised(
    'credits at the head',
    (ask) => (method, params) =>
      ask(
        method,
        params.map((one) => (one === 'finalized' ? 'latest' : one)),
      ),
  ),
  disguised('counts logs in the block, not in the transaction', (ask) => async (method, params) => {
    const answer = await ask(method, params);
    return method === 'eth_getTransactionReceipt' && answer ? padReceipt(answer as WireReceipt) : answer;
  }),
  disguised('knows the token by its symbol', (ask, { world }) => async (method, params) => {
    const { token, lookalike } = world.places;
    const rename = (log: WireLog): WireLog => (log.address === lookalike ? { ...log, address: token } : log);
    if (method === 'eth_getTransactionReceipt') {
      const receipt = (await ask(method, params)) as WireReceipt | null;
      return receipt && { ...receipt, logs: receipt.logs.map(rename) };
    }
    if (method !== 'eth_getLogs') return ask(method, params);
    const filter = params[0] as WireFilter;
    const found = (await ask(method, [filter])) as WireLog[];
    const alike = (await ask(method, [{ ...filter, address: lookalike }])) as WireLog[];
    return [...found, ...alike.map(rename)];
  }),
  { name: 'trusts an empty answer of one node', seed: 5, equip: ({ nodes }) => ({ nodes, quorum: 1 }) },
  disguised(
    'takes a failure for nothing',
    (ask) => async (method, params) => {
      try {
        return await ask(method, params);
      } catch (error) {
        if (error instanceof NodeError && method === 'eth_getLogs') return [];
        throw error;
      }
    },
    { most: 1, seed: 5 },
  ),
  {
    name: 'asks another node for every question',
    seed: 2,
    equip: ({ nodes }) => ({ nodes: [inTurn(nodes)], quorum: 1 }),
  },
  disguised(
    'takes amounts from what was called, not from what happened',
    (ask, { world }) =>
      async (method, params) => {
        const answer = await ask(method, params);
        const claim = (log: WireLog): WireLog => {
          const claimed = world.findTx(log.transactionHash)?.claimedUnits;
          return claimed === undefined ? log : { ...log, data: `0x${word(claimed)}` };
        };
        if (method === 'eth_getLogs') return (answer as WireLog[]).map(claim);
        if (method !== 'eth_getTransactionReceipt' || !answer) return answer;
        const receipt = answer as WireReceipt;
        return { ...receipt, logs: receipt.logs.map(claim) };
      },
  ),
  {
    name: 'skips what is far behind',
    beforeLook: ({ ctx, world }) => moveCursor({ ctx, world }, BIG_GAP),
  },
  {
    name: 'moves the cursor apart from the deposits',
    afterDeath: ({ ctx, world }) => moveCursor({ ctx, world }, 0),
  },
  ...OWN_MUTANTS,
];

/** Enough foreign logs at the front that a log's index in its transaction equals its index in the block. */
function padReceipt(receipt: WireReceipt): WireReceipt {
  const [first] = receipt.logs;
  if (!first) return receipt;
  const nobody: Hex = `0x${'00'.repeat(20)}`;
  const before = Array.from({ length: Number(first.logIndex) }, (_, logIndex) => ({
    ...first,
    address: nobody,
    logIndex: numberToHex(logIndex),
  }));
  return { ...receipt, logs: [...before, ...receipt.logs] };
}

function inTurn(nodes: readonly ChainNode[]): ChainNode {
  let turn = 0;
  return {
    name: nodes.map(({ name }) => name).join(', '),
    async request(method, params) {
      turn += 1;
      const node = nodes[turn % nodes.length]!;
      try {
        return await node.request(method, params);
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        throw new NodeError(error.kind, { node: this.name, method }, error.message);
      }
    },
  };
}

/** Skips to the final block if the cursor is more than `gap` behind it. */
async function moveCursor({ ctx, world }: MutantRun, gap: number): Promise<void> {
  const { face, final, branch } = world.chain;
  const chainId = BigInt(face.chainId);
  const cursor = await readChainCursor(ctx.db, chainId);
  const block = branch[final]!;
  if (!cursor || final - cursor.number <= gap) return;
  await ctx.db
    .updateTable('chain_cursors')
    .set({
      block_number: block.number,
      block_hash: block.hash,
      block_time: new Date(block.timestamp * 1_000),
    })
    .where('chain_id', '=', chainId)
    .execute();
}

type Ask = ChainNode['request'];

/** Replaces a client, and may call the real one. */
type Disguise = (ask: Ask, run: MutantRun) => Ask;

/** A follower whose clients give other answers than the nodes. */
function disguised(
  name: string,
  disguise: Disguise,
  { most = 2, seed = 1 }: { readonly most?: number; readonly seed?: number } = {},
): Mutant {
  const wear = (node: ChainNode, run: MutantRun): ChainNode => ({
    name: node.name,
    request: disguise((method, params) => node.request(method, params), run),
  });
  return {
    name,
    seed,
    equip: ({ nodes, quorum }, run) => ({
      nodes: nodes.map((node) => wear(node, run)),
      quorum: Math.min(quorum, most),
    }),
  };
}
