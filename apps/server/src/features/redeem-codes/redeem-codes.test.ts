import { errors } from '@portside/contract';
import { isRedeemCode, REDEEM_ALPHABET, REDEEM_BODY, redeemCheckOf } from '@portside/contract/redeem-codes';
import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { createDb } from '../../platform/db/db.ts';
import { bearer, createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { buildBuyer } from '../../testing/build.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { findLedgerMismatches, listAvailableMovements } from '../ledger/index.ts';
import { changeSettings } from '../settings/settings.ts';
import { findRedemptionDecisions, readRedeemed } from './index.ts';
import { redeemCode } from './redeem-code.ts';

let shop: TestShop;
let ann: TestAdmin;
let bob: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
});
beforeEach(async () => {
  // Batches of earlier tests count no more.
  shop.clock.advance(2 * DAY_MS);
  [ann, bob] = [await signInAdmin(shop.ctx), await signInAdmin(shop.ctx)];
});

const BATCHES = '/api/admin/redeem-batches';
const create = (body: object = {}, headers = ann.headers): Promise<Answer> =>
  shop.call('POST', BATCHES, { note: 'autumn fair', value: '5', codes: 3, ...body }, headers);
const issue = (id: string, headers = ann.headers): Promise<Answer> =>
  shop.call('POST', `${BATCHES}/${id}/codes`, undefined, headers);
const voidOne = (id: string, headers = ann.headers): Promise<Answer> =>
  shop.call('POST', `${BATCHES}/${id}/void`, undefined, headers);
const listed = async (id: string) =>
  (await shop.call('GET', BATCHES, undefined, ann.headers)).data.items.find((one: any) => one.id === id);

/** A batch with its codes. */
async function made(body: object = {}): Promise<{ id: string; codes: string[] }> {
  const { data } = await create(body);
  const answer = await issue(data.id);
  expect(answer.code).toBe(200);
  return { id: data.id, codes: answer.data.codes };
}

type Registered = Awaited<ReturnType<TestShop['register']>>;
const redeem = ({ token }: Pick<Registered, 'token'>, code: string): Promise<Answer> =>
  shop.call('POST', '/api/redeem-codes', { code }, bearer(token));
const balanceOf = async ({ token }: Registered): Promise<string> =>
  (await shop.call('GET', '/api/users/balance', undefined, bearer(token))).data.balance;
const soon = (ms: number): string => new Date(shop.clock.now().getTime() + ms).toISOString();

test('a code gives its value once, and answers whoever redeemed it the same again', async () => {
  const { id, codes } = await made();
  expect(codes).toHaveLength(3);
  const [buyer, other] = [await shop.register(), await shop.register()];
  const first = await redeem(buyer, ` your code: ${codes[0]!.toLowerCase()} `);
  expect(first.data).toEqual({ amount: '5', balance: '5.00', redeemed_at: shop.clock.now().toISOString() });
  shop.clock.advance(MINUTE_MS);
  expect((await redeem(buyer, codes[0]!)).data).toEqual(first.data);
  expect((await redeem(other, codes[0]!)).code).toBe(errors.redeemCodeUsed.code);
  expect([await balanceOf(buyer), await balanceOf(other)]).toEqual(['5.00', '0.00']);
  expect(await listed(id)).toMatchObject({ state: 'issued', codes: 3, used: 1, worth: '15', is_own: true });
  expect(await findLedgerMismatches(shop.ctx.db)).toEqual([]);

  const [movement, ...more] = await listAvailableMovements(shop.ctx.db, BigInt(buyer.id), {
    before: undefined,
    limit: 5,
  });
  expect([movement!.kind, movement!.amountMicro, more]).toEqual(['redemption', 5_000_000n, []]);
  const decisions = await findRedemptionDecisions(shop.ctx, [movement!]);
  expect(decisions.get(movement!.id)).toMatchObject({
    proposed_by: ann.user.username,
    reason: 'autumn fair',
  });
  expect((await readRedeemed(shop.ctx, movement!.reference))?.facts).toEqual({ amount: '5' });
});

test('the shop keeps no code, and gives its creator alone the codes of a batch, once', async () => {
  const { data } = await create();
  expect(data).toMatchObject({ state: 'ready', proposal: null, used: 0, created_by: ann.user.username });
  expect((await issue(data.id, bob.headers)).code).toBe(errors.noPermission.code);
  const { codes } = (await issue(data.id)).data;
  expect(new Set(codes).size).toBe(3);
  for (const code of codes) expect(isRedeemCode(code.replaceAll('-', ''))).toBe(true);
  expect((await issue(data.id)).code).toBe(errors.dataExists.code);
  const stored = await shop.ctx.db
    .selectFrom('redeem_codes')
    .selectAll()
    .where('batch_id', '=', data.id)
    .execute();
  const audit = await shop.ctx.db.selectFrom('audit_entries').selectAll().execute();
  const text = JSON.stringify([stored, audit], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  for (const code of codes)
    for (const form of [code, code.replaceAll('-', '')]) expect(text).not.toContain(form);
});

test('void codes are worth nothing, redeemed ones stay so, and others can be made in their place', async () => {
  const { id, codes } = await made({ value: '30' });
  const buyer = await shop.register();
  await redeem(buyer, codes[0]!);
  // Nobody makes more alone than 100 a day.
  expect((await create({ value: '60', codes: 1 })).data).toMatchObject({ state: 'proposed' });
  expect((await voidOne(id)).data).toMatchObject({ state: 'void', used: 1 });
  expect((await voidOne(id)).data).toMatchObject({ state: 'void', used: 1 });
  expect((await redeem(buyer, codes[1]!)).code).toBe(errors.redeemCodeVoid.code);
  expect((await redeem(buyer, codes[0]!)).data).toMatchObject({ amount: '30' });
  expect(await balanceOf(buyer)).toBe('30.00');
  expect((await create({ value: '70', codes: 1 })).data).toMatchObject({ state: 'ready' });
});

test('a code counts from its start until its end', async () => {
  const { codes } = await made({ starts_at: soon(HOUR_MS), ends_at: soon(2 * HOUR_MS) });
  const buyer = await shop.register();
  expect((await redeem(buyer, codes[0]!)).code).toBe(errors.redeemCodeExpired.code);
  shop.clock.advance(HOUR_MS);
  expect((await redeem(buyer, codes[0]!)).code).toBe(200);
  shop.clock.advance(HOUR_MS);
  expect((await redeem(buyer, codes[1]!)).code).toBe(errors.redeemCodeExpired.code);
  expect((await redeem(buyer, codes[0]!)).code).toBe(200);
  expect(await balanceOf(buyer)).toBe('5.00');
});

/** One that the shop could have made, but has not. */
function unknownCode(): string {
  const body = randomBytes(REDEEM_BODY).reduce((text, byte) => text + REDEEM_ALPHABET[byte % 31], '');
  return body + redeemCheckOf(body);
}

test('a typing error is told at the field and is no guess; ten unknown codes make the buyer wait', async () => {
  const { codes } = await made();
  const buyer = await shop.register();
  const mistyped = codes[0]!.slice(0, -1) + (codes[0]!.endsWith('A') ? 'B' : 'A');
  for (let time = 0; time < 12; time += 1)
    expect((await redeem(buyer, mistyped)).body).toMatchObject({
      code: errors.invalidFormat.code,
      faults: [{ field: 'code', fault: 'wrong' }],
    });
  const guesses = Array.from({ length: 12 }, () => redeem(buyer, unknownCode()));
  const told = (await Promise.all(guesses)).map(({ code }) => code);
  const { redeemCodeUnknown: unknown, tooManyTries: tooMany } = errors;
  expect(told.filter((code) => code === unknown.code)).toHaveLength(10);
  expect(told.filter((code) => code === tooMany.code)).toHaveLength(2);
  // Even a right one; nobody else waits.
  expect((await redeem(buyer, codes[0]!)).code).toBe(tooMany.code);
  expect((await redeem(await shop.register(), codes[1]!)).code).toBe(200);
  shop.clock.advance(15 * MINUTE_MS);
  expect((await redeem(buyer, codes[0]!)).code).toBe(200);
  expect((await redeem(buyer, unknownCode())).code).toBe(unknown.code);
});

test('what one admin makes alone in a day ends at a limit; beyond it a second person agrees', async () => {
  expect((await create({ value: '1', codes: 60 })).data.state).toBe('ready');
  const { data } = await create({ value: '1', codes: 41 });
  expect(data).toMatchObject({
    state: 'proposed',
    proposal: { kind: 'redeemBatchApproved', state: 'proposed' },
  });
  expect((await issue(data.id)).code).toBe(errors.proposalOpen.code);
  expect((await voidOne(data.id)).code).toBe(errors.proposalOpen.code);
  const approve = (who: TestAdmin) =>
    shop.call('POST', `/api/proposals/${data.proposal.id}/approve`, undefined, who.headers);
  expect((await approve(ann)).code).toBe(errors.secondPersonNeeded.code);
  expect((await approve(bob)).data).toMatchObject({ state: 'applied' });
  expect((await issue(data.id)).data.codes).toHaveLength(41);
  // What two agreed on leaves what one may make alone, which is another admin's own.
  expect((await create({ value: '1', codes: 40 })).data.state).toBe('ready');
  expect((await create({ value: '1', codes: 1 })).data.state).toBe('proposed');
  expect((await create({ value: '1', codes: 100 }, bob.headers)).data.state).toBe('ready');
  shop.clock.advance(DAY_MS + 1);
  ann = await signInAdmin(shop.ctx);
  expect((await create({ value: '100', codes: 1 })).data.state).toBe('ready');
});

test('a rejected batch never gets codes', async () => {
  const { data } = await create({ value: '200' });
  const veto = { reason: 'too many' };
  expect((await shop.call('POST', `/api/proposals/${data.proposal.id}/veto`, veto, bob.headers)).code).toBe(
    200,
  );
  expect(await listed(data.id)).toMatchObject({ state: 'rejected' });
  expect((await issue(data.id)).code).toBe(errors.proposalSettled.code);
});

test('all admins together make no more than the limit of a day, counted again at the approval', async () => {
  await changeSettings(ann.ctx, { redeem_maximum: '300' });
  const [first, second] = [await create({ value: '100' }), await create({ value: '100', codes: 2 })];
  const approve = ({ data }: Answer) =>
    shop.call('POST', `/api/proposals/${data.proposal.id}/approve`, undefined, bob.headers);
  expect((await approve(first)).data).toMatchObject({ state: 'applied' });
  expect((await approve(second)).data).toMatchObject({ state: 'failed', outcome_error: 'amountOutOfRange' });
  expect((await create({ value: '1', codes: 1 })).code).toBe(errors.amountOutOfRange.code);
  await changeSettings(ann.ctx, { redeem_maximum: undefined });
});

test('the same key makes one batch', async () => {
  const headers = { ...ann.headers, 'idempotency-key': 'fair' };
  const { data } = await create({}, headers);
  shop.clock.advance(MINUTE_MS);
  expect((await create({}, headers)).data).toEqual(data);
  expect((await create({ codes: 4 }, headers)).code).toBe(errors.keyReused.code);
  expect((await create({}, { ...bob.headers, 'idempotency-key': 'fair' })).data.id).not.toBe(data.id);
});

test.each([
  [{ value: '0' }, errors.invalidFormat.code],
  [{ codes: 10_001 }, errors.invalidFormat.code],
  [{ note: '' }, errors.missingParameters.code],
  [{ ends_at: '2026-01-01T00:00:00Z' }, errors.invalidFormat.code],
])('%j is no batch', async (body, code) => {
  expect((await create(body)).code).toBe(code);
});

test('64 buyers redeem one code once by two processes, and 64 calls of one buyer give its value once', async () => {
  const { id, codes } = await made();
  const processes = [createDb(shop.pool), createDb(shop.pool)];
  const buyers = await Promise.all(Array.from({ length: 64 }, () => buildBuyer(shop.ctx)));
  const body = { code: codes[0]!.replaceAll('-', '') };
  const asked = buyers.map(({ ctx }, place) => redeemCode({ ...ctx, db: processes[place % 2]! }, { body }));
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.reason] : []));
  expect(refused).toEqual(Array.from({ length: 63 }, () => 'redeemCodeUsed'));
  const buyer = await shop.register();
  const before = Number(await balanceOf(buyer));
  const repeated = await Promise.all(Array.from({ length: 64 }, () => redeem(buyer, codes[1]!)));
  expect(new Set(repeated.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(Number(await balanceOf(buyer))).toBe(before + 5);
  expect(await listed(id)).toMatchObject({ used: 2 });
  expect(await findLedgerMismatches(shop.ctx.db)).toEqual([]);
});

test('codes of a batch that has ended are not made', async () => {
  const { data } = await create({ ends_at: soon(MINUTE_MS) });
  shop.clock.advance(MINUTE_MS);
  expect((await issue(data.id)).code).toBe(errors.redeemCodeExpired.code);
});

test('a batch that is voided while its codes are redeemed counts exactly those', async () => {
  const { id, codes } = await made({ value: '1', codes: 24 });
  const buyers: Registered[] = [];
  for (const _ of codes) buyers.push(await shop.register());
  const redeemed = codes.map((code, place) => redeem(buyers[place]!, code));
  const voided = await voidOne(id);
  const given = (await Promise.all(redeemed)).filter(({ code }) => code === 200).length;
  expect(voided.data).toMatchObject({ state: 'void', used: given });
  expect(await listed(id)).toMatchObject({ used: given });
  const { after } = await shop.ctx.db
    .selectFrom('audit_entries')
    .select('after')
    .where('action', '=', 'redeemBatch.void')
    .where('subject', '=', `redeemBatch:${id}`)
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ used: given, unused: 24 - given });
});

test('ten thousand codes are made at once', async () => {
  const { codes } = await made({ value: '0.01', codes: 10_000 });
  expect(new Set(codes).size).toBe(10_000);
});
