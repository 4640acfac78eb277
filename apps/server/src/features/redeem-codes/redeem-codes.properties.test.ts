import { parseMicro } from '@portside/contract';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { Refusal } from '../../platform/refusal.ts';
import { buildBuyer, type TestBuyer } from '../../testing/build.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createWorld, runsHere, type World } from '../../testing/world.ts';
import { findLedgerMismatches, listAvailableMovements, readAvailableMicro } from '../ledger/index.ts';
import { changeSettings } from '../settings/settings.ts';
import { createRedeemBatch, issueRedeemCodes, voidRedeemBatch } from './redeem-batches.ts';
import { redeemCode } from './redeem-code.ts';

/** Random histories of batches, redemptions, voids and time. */

type Step =
  | { readonly kind: 'batch'; readonly value: string; readonly codes: number; readonly hours: number | null }
  | { readonly kind: 'redeem'; readonly buyer: number; readonly code: number }
  | { readonly kind: 'void'; readonly batch: number }
  | { readonly kind: 'wait'; readonly hours: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('batch' as const),
        value: fc.constantFrom('0.000001', '1', '2.5', '19.999999'),
        codes: fc.integer({ min: 1, max: 4 }),
        hours: fc.option(fc.integer({ min: 1, max: 5 })),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({ kind: fc.constant('redeem' as const), buyer: fc.nat(2), code: fc.nat(40) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const), batch: fc.nat(5) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 4 }) }),
    },
  ),
  { minLength: 1, maxLength: 30 },
);

let world: World;
let admin: TestAdmin;
beforeAll(async () => {
  world = await createWorld();
  admin = await signInAdmin(world.ctx);
  await changeSettings(admin.ctx, { redeem_alone_maximum: '1000000', redeem_maximum: '1000000' });
});

type Code = { readonly text: string; readonly batch: Batch; usedBy: number | null };
type Batch = {
  readonly id: string;
  readonly valueMicro: bigint;
  readonly endsAt: number | null;
  isVoid: boolean;
};

/** What the model says of a redemption, as the shop would answer. */
function expected({ batch, usedBy }: Code, buyer: number, nowMs: number): string {
  if (usedBy === buyer) return 'given';
  if (usedBy !== null) return 'redeemCodeUsed';
  if (batch.isVoid) return 'redeemCodeVoid';
  return batch.endsAt !== null && nowMs >= batch.endsAt ? 'redeemCodeExpired' : 'given';
}

const nameOf = (error: unknown): string => {
  if (error instanceof Refusal) return error.reason;
  throw error;
};

async function play(history: readonly Step[], buyers: readonly TestBuyer[]): Promise<readonly Code[]> {
  const batches: Batch[] = [];
  const codes: Code[] = [];
  for (const step of history) {
    const nowMs = world.clock.now().getTime();
    if (step.kind === 'wait') world.clock.advance(step.hours * HOUR_MS);
    if (step.kind === 'batch') {
      const endsAt = step.hours === null ? null : nowMs + step.hours * HOUR_MS;
      const body = {
        note: 'history',
        value: step.value,
        codes: step.codes,
        ...(endsAt !== null && { ends_at: new Date(endsAt).toISOString() }),
      };
      const { id } = await createRedeemBatch(admin.ctx, { body, idempotencyKey: randomUUID() });
      const batch: Batch = { id, valueMicro: parseMicro(step.value), endsAt, isVoid: false };
      batches.push(batch);
      const { codes: texts } = await issueRedeemCodes(admin.ctx, { params: { id } });
      codes.push(...texts.map((text): Code => ({ text: text.replaceAll('-', ''), batch, usedBy: null })));
    }
    if (step.kind === 'void' && batches.length > 0) {
      const batch = batches[step.batch % batches.length]!;
      await voidRedeemBatch(admin.ctx, { params: { id: batch.id } });
      batch.isVoid = true;
    }
    if (step.kind === 'redeem' && codes.length > 0) {
      const code = codes[step.code % codes.length]!;
      const answer = await redeemCode(buyers[step.buyer]!.ctx, { body: { code: code.text } }).then(
        () => 'given',
        nameOf,
      );
      expect(answer).toBe(expected(code, step.buyer, nowMs));
      if (answer === 'given') code.usedBy = step.buyer;
    }
  }
  return codes;
}

test('a history gives each buyer the codes they redeemed first, and nothing else', () =>
  fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const { ctx } = world;
      const buyers = [await buildBuyer(ctx), await buildBuyer(ctx), await buildBuyer(ctx)];
      const codes = await play(history, buyers);
      for (const [place, { id }] of buyers.entries()) {
        const own = codes.filter(({ usedBy }) => usedBy === place);
        const valueMicro = own.reduce((sum, { batch }) => sum + batch.valueMicro, 0n);
        expect(await readAvailableMicro(ctx.db, id)).toBe(valueMicro);
        const movements = await listAvailableMovements(ctx.db, id, { before: undefined, limit: 100 });
        expect(movements.map(({ kind }) => kind)).toEqual(own.map(() => 'redemption'));
        expect(new Set(movements.map(({ reference }) => reference)).size).toBe(own.length);
      }
      expect(await findLedgerMismatches(ctx.db)).toEqual([]);
    }),
    { numRuns: runsHere(30) },
  ));
