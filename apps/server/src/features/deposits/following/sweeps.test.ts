import type { ChainTransfer } from '@portside/chain';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Hex } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { randomHex } from '../../../testing/followed-chain.ts';
import { createPerson } from '../../../testing/people.ts';
import { createWorld, runsHere, type World } from '../../../testing/world.ts';
import { fundsAt } from '../books.sql.ts';
import { insertDeposit, type AssetId } from '../deposits.sql.ts';
import { insertSweeps, settleSweeps } from './sweeps.sql.ts';

const ASSET: AssetId = { network: 'ETH', chainId: 31_338n, token: randomHex(20) };

let world: World;
let ownerId: bigint;
beforeAll(async () => {
  world = await createWorld();
  ownerId = (await createPerson(world.ctx)).user.id;
});

const steps = fc.array(
  fc.record({
    act: fc.constantFrom(...(['deposit', 'deposit', 'unknown', 'sweep'] as const)),
    units: fc.integer({ min: 1, max: 50 }),
    // How late it is recorded: addresses are read by several readers.
    later: fc.nat(4),
  }),
  { minLength: 1, maxLength: 12 },
);

const transferAt = (blockNumber: number, units: number, from: Hex, to: Hex): ChainTransfer => ({
  txHash: randomHex(32),
  ordinal: 0,
  blockNumber,
  blockHash: randomHex(32),
  blockTime: 1_700_000_000 + blockNumber,
  from,
  to,
  amountUnits: BigInt(units),
  amountMicro: BigInt(units),
  orderRef: null,
});

test('an address holds what was recorded since its last sweep, also where sweeps took more than was recorded, in any order', async () => {
  const { db } = world.ctx;
  const histories = fc.asyncProperty(steps, async (history) => {
    const address = randomHex(20);
    let [onChain, recorded] = [0, 0];
    const toRecord: { readonly at: number; readonly record: () => Promise<unknown> }[] = [];
    for (const [block, { act, units, later }] of history.entries()) {
      if (act === 'sweep' && onChain === 0) continue;
      const moved = act === 'sweep' ? onChain : units;
      onChain = act === 'sweep' ? 0 : onChain + units;
      if (act === 'unknown') continue;
      recorded = act === 'sweep' ? 0 : recorded + units;
      const [from, to] = act === 'sweep' ? [address, randomHex(20)] : [randomHex(20), address];
      const transfer = transferAt(block, moved, from, to);
      const record = () =>
        act === 'sweep'
          ? insertSweeps(db, ASSET, [transfer], new Date())
          : insertDeposit(db, ASSET, { ...transfer, ownerId }, new Date());
      toRecord.push({ at: block + later, record });
    }
    for (const { record } of toRecord.toSorted((a, b) => a.at - b.at)) {
      await record();
      await settleSweeps(db, ASSET.chainId, [address]);
    }
    const { rows } = await sql<{
      units: string;
    }>`select units::text from ${fundsAt(address)} funds`.execute(db);
    expect(rows[0]?.units ?? '0').toBe(String(recorded));
  });
  await fc.assert(histories, { numRuns: runsHere(60) });
});
