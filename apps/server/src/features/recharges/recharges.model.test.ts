import type { ChainTransfer } from '@portside/chain';
import { parseMicro, type Recharge } from '@portside/contract';
import type { Hex } from 'viem';
import { test } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { buildBuyer, type TestBuyer } from '../../testing/build.ts';
import { createFollowedChain, type FollowedChain } from '../../testing/followed-chain.ts';
import * as chains from '../../testing/models/recharge-model.ts';
import {
  payFor,
  rechargeKeyOf,
  rechargeStart,
  stepRecharges,
  viewRecharges,
  type RechargeModel,
} from '../../testing/models/recharge-model.ts';
import { checkRaces, checkSequences, type ModelSpec } from '../../testing/models/models.ts';
import {
  rechargeRaces,
  rechargeSequences,
  type RechargeCommand,
  AMOUNTS,
  BUYERS,
} from '../../testing/models/recharge-commands.ts';
import { createWorld, runsHere, type TestClock } from '../../testing/world.ts';
import { readChainCursor } from '../deposits/following/chains.sql.ts';
import { recordScan } from '../deposits/following/record-scan.ts';
import { recordFollowerFailure } from '../deposits/following/follow-chain.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { cancelRecharge, submitTxHash } from './own-recharges.ts';
import { createRecharge } from './create-recharge.ts';
import { expireRecharges } from './expire-recharges.ts';
import { depositMatcher } from './crediting/match-deposits.ts';
import { MINUTE_MS } from '../../platform/clock.ts';

type World = {
  readonly ctx: Ctx;
  readonly clock: TestClock;
  readonly start: number;
  readonly buyers: readonly TestBuyer[];
  readonly place: FollowedChain;
  readonly chain: chains.ModelChain;
  readonly recharges: Map<string, Recharge>;
};

const SENDER: Hex = `0x${'5e'.repeat(20)}`;

const spec: ModelSpec<RechargeModel, RechargeCommand, World> = {
  sequences: rechargeSequences,
  races: rechargeRaces,
  afterwards: (race) => race.filter(({ kind }) => kind === 'expire').slice(0, 1),
  start: rechargeStart,
  step: stepRecharges,
  view: viewRecharges,

  async open() {
    const { ctx, clock } = await createWorld();
    const place = await createFollowedChain(ctx, 'TRON');
    const buyers: TestBuyer[] = [];
    for (let count = 0; count < BUYERS; count += 1) buyers.push(await buildBuyer(ctx));
    const start = clock.now().getTime();
    return { ctx, clock, start, buyers, place, chain: chains.startChain(), recharges: new Map() };
  },

  async execute(world, command) {
    try {
      return (await execute(world, command)) ?? 'done';
    } catch (error) {
      if (error instanceof Refusal) return error.reason;
      throw error;
    }
  },

  async read({ ctx, buyers, place }) {
    const ids = buyers.map(({ id }) => id);
    const { chainId } = place;
    const rows = await ctx.db
      .selectFrom('recharges')
      .selectAll()
      .where('chain_id', '=', chainId)
      .orderBy('id')
      .execute();
    const deposits = await ctx.db
      .selectFrom('deposits')
      .select('state')
      .where('chain_id', '=', chainId)
      .execute();
    const countOf = (state: string): number => deposits.filter((one) => one.state === state).length;
    return {
      balances: await Promise.all(ids.map(async (id) => Number(await readAvailableMicro(ctx.db, id)))),
      deposits: { credited: countOf('credited'), unmatched: countOf('unmatched') },
      readUpTo: (await readChainCursor(ctx.db, chainId))!.number,
      recharges: Object.fromEntries(
        rows.map((row) => [
          rechargeKeyOf({ buyer: ids.indexOf(row.user_id), key: Number(row.idempotency_key) }),
          {
            state: row.state,
            payMicro: Number(row.pay_amount_micro),
            creditedMicro: Number(row.credited_micro),
            isReserved: row.is_reserved,
            paidBlock: row.paid_block,
          },
        ]),
      ),
    };
  },
};

async function execute(world: World, command: RechargeCommand): Promise<unknown> {
  const { ctx, clock, chain, place } = world;
  switch (command.kind) {
    case 'ask': {
      const body = { type: 'TRON', amount: AMOUNTS[command.amount]! } as const;
      const own = world.buyers[command.buyer]!.ctx;
      const recharge = await createRecharge(own, { body, idempotencyKey: String(command.key) });
      const known = world.recharges.get(rechargeKeyOf(command)) ?? recharge;
      if (known.order_id !== recharge.order_id) throw new Error('one key has two top-ups');
      world.recharges.set(rechargeKeyOf(command), recharge);
      return shown(recharge);
    }
    case 'cancel':
      return ofRecharge(world, command, async (params, own) => shown(await cancelRecharge(own, { params })));
    case 'hint':
      return ofRecharge(world, command, async (params, own) => {
        const body = { tx_hash: 'ab'.repeat(32) };
        return shown(await submitTxHash(own, { params, body }, () => undefined));
      });
    case 'pay':
      return ofRecharge(world, command, ({ pay_amount }) => {
        const { amount } = world.recharges.get(rechargeKeyOf(command))!;
        const micro = { baseMicro: Number(parseMicro(amount)), payMicro: Number(parseMicro(pay_amount)) };
        return Promise.resolve(payFor(chain, command, micro));
      });
    case 'follow':
      return follow(world);
    case 'lose touch':
      return recordFollowerFailure(ctx, { ...place, network: 'TRON' }, { kind: 'stalled', reasons: [] });
    case 'expire':
      while ((await expireRecharges(ctx)).more);
      return undefined;
    case 'reorganise':
      return chains.reorganise(chain, (await readChainCursor(ctx.db, place.chainId))!.number);
    case 'mine':
      return chains.mine(chain, command.blocks);
    case 'wait':
  }
  clock.advance(command.minutes * MINUTE_MS);
  return chains.wait(chain, command.minutes);
}

async function ofRecharge(
  { buyers, recharges }: World,
  command: { readonly buyer: number; readonly key: number },
  step: (recharge: Recharge, own: Ctx) => Promise<unknown>,
): Promise<unknown> {
  const recharge = recharges.get(rechargeKeyOf(command));
  return recharge === undefined ? 'none' : step(recharge, buyers[command.buyer]!.ctx);
}

/** What a scan of the model's chain finds, recorded. */
async function follow({ ctx, start, place, chain, recharges }: World): Promise<'done' | 'too late'> {
  const from = (await readChainCursor(ctx.db, place.chainId))!;
  const final = chains.finalOf(chain);
  const timeOf = (block: number): number => start / 1000 + chain.minutes[block]! * 60;
  const transfers = chain.payments
    .filter(({ block }) => block > from.number)
    .map(({ number, block, amountMicro, names }): ChainTransfer => ({
      txHash: hexOf(number, place.chainId),
      ordinal: 0,
      blockNumber: block,
      blockHash: hexOf(block, 0n),
      blockTime: timeOf(block),
      from: SENDER,
      to: place.wallet,
      amountUnits: BigInt(amountMicro),
      amountMicro: BigInt(amountMicro),
      orderRef: names === null ? null : (recharges.get(names)!.order_ref as Hex),
    }));
  const seen = { head: chain.head, final, pendingProblem: null };
  const pending = transfers.filter(({ blockNumber }) => blockNumber > Math.max(final, from.number));
  const isRecorded = await recordScan(
    ctx,
    { ...place, network: 'TRON' },
    from,
    final <= from.number
      ? { kind: 'idle', ...seen, pending }
      : {
          kind: 'scanned',
          ...seen,
          pending,
          cursor: { number: final, hash: hexOf(final, 0n), time: timeOf(final) },
          transfers: transfers.filter(({ blockNumber }) => blockNumber <= final),
          quarantined: [],
          caughtUp: true,
        },
    { matcher: depositMatcher, blacklist: new Set() },
  );
  return isRecorded ? 'done' : 'too late';
}

const hexOf = (number: number, of: bigint): Hex =>
  `0x${of.toString(16).padStart(32, '0')}${number.toString(16).padStart(32, '0')}`;

/** `confirming` is `seen` with blocks on top. */
const shown = ({ sub_state, pay_amount, credited_amount }: Recharge) => ({
  state: sub_state === 'confirming' ? 'seen' : sub_state,
  payMicro: Number(parseMicro(pay_amount)),
  creditedMicro: Number(parseMicro(credited_amount ?? '0')),
});

test('top-ups do what a small model does, after every command', { timeout: 600_000 }, () =>
  checkSequences(spec, import.meta.filename, runsHere(24)),
);

test('top-ups, followers and jobs that meet end up as in some order of them', { timeout: 600_000 }, () =>
  checkRaces(spec, import.meta.filename, runsHere(24)),
);
