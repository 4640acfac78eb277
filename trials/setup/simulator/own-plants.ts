import { sql } from 'kysely';
import type { Hex } from 'viem';
import { disguised } from './disguised.ts';
import { word } from './events.ts';
import type { Plant, PlantedRun } from './run-seed.ts';
import type { WireLog, WireReceipt } from './wire-types.ts';

const BLOCKS_BACK = 40;

/** Bugs of a shop whose buyers have addresses of their own. */
export const OWN_PLANTS: readonly Plant[] = [
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
function withAmounts(name: string, change: (units: bigint, perMicro: bigint) => bigint): Plant {
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
function afterReorganisation(step: (run: PlantedRun) => Promise<void>) {
  const seen = new WeakMap<PlantedRun['world'], number>();
  return async (run: PlantedRun): Promise<void> => {
    const { reorganisations } = run.world;
    if (reorganisations > (seen.get(run.world) ?? 0)) await step(run);
    seen.set(run.world, reorganisations);
  };
}
