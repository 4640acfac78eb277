import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Input } from '@portside/contract';
import { sql } from 'kysely';
import { armCrash, type CrashPoint } from '../../../platform/crash-point.ts';
import { createTestShop, type Answer, type TestShop } from '../../../testing/app.ts';
import { buildBuyer, buildGoods } from '../../../testing/build.ts';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';
import { purgeAccounts, placeOrder } from '../../orders/index.ts';
import { openItems } from '../items.sql.ts';
import { eraseWithdrawn, withdrawItems } from '../unsold/withdraw-items.ts';
import { findItemsByLogin, findItemsByText } from '../search/find-items.ts';
import { createIdentifier } from '../identity.ts';
import { getBatch } from './batches.sql.ts';
import { identifyOlderItems } from './identify-older-items.ts';
import { importStock } from './imports.ts';
import { sweepRefusedLines } from './refused-lines.ts';
import { rollBackImport } from './stock-batches.ts';

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
});
// The clock is moved on by weeks.
beforeEach(async () => {
  admin = await signInAdmin(shop.ctx);
});
afterEach(() => armCrash(null));

const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
  shop.call(method, `/api/stock/${path}`, body, admin.headers);
const FORM = { separator: ':', columns: ['account', 'password'] };

const newGoods = (): Promise<bigint> => buildGoods(shop.ctx, FORM);
async function bring(goodsId: bigint, lines: readonly string[]): Promise<string> {
  const { batchId } = await importStock(shop.ctx, { goodsId, gender: 'male', note: '', lines });
  return String(batchId);
}
const read = async (id: string) => (await ask('GET', `batches/${id}`)).data;
const held = async (id: string, query = '') => (await ask('GET', `batches/${id}/held-lines?${query}`)).data;
const decide = (id: string, body: Input<'decideHeldLines'>['body']): Promise<Answer> =>
  ask('POST', `batches/${id}/held-lines`, body);
const isWhole = ({ lines, added, duplicates, rejected, held: wait }: Answer['data'], blank = 0): boolean =>
  lines === added + duplicates + rejected + wait['same account'] + wait['same login'] + blank;

/** Seven spellings: the first and six that are like it, the last with another password. */
function spellings(name = `mira.holt+${randomUUID()}@box.example`): string[] {
  return [
    `${name}:Pier77`,
    `${name.toUpperCase()}:Pier77`,
    `${name}:Pier77:`,
    `${name} : Pier77`,
    `${name}:Pier77\u200b`,
    `${name}:Pier77:spare@box.example`,
    `${name}:Quay88`,
  ];
}

test('in one file, the first of an account is on sale and the others are held, each like it', async () => {
  const goodsId = await newGoods();
  const lines = [`other-${randomUUID()}:x`, '', ...spellings(), `another-${randomUUID()}:x`];
  const id = await bring(goodsId, lines);
  const batch = await read(id);
  expect(batch).toMatchObject({ lines: 10, added: 3, duplicates: 0, rejected: 0 });
  expect(batch.held).toEqual({ 'same account': 5, 'same login': 1 });
  expect(isWhole(batch, 1)).toBe(true);
  const { items } = await held(id);
  const [itemId] = await findItemsByText(shop.ctx, [lines[2]!]);
  const like = { item_id: `${itemId}`, goods_id: `${goodsId}`, batch_id: id, line: 3, state: 'free' };
  expect(items).toEqual(
    [4, 5, 6, 7, 8, 9].map((line) => ({
      line,
      kind: line === 9 ? 'same login' : 'same account',
      masked: line === 4 ? 'MIR••••••' : 'mir••••••',
      like: { ...like, at: expect.any(String) },
    })),
  );
  const last = await held(id, 'kind=same%20login&limit=1');
  expect(last.items.map(({ line }: { line: number }) => line)).toEqual([9]);
  const page = await held(id, 'limit=4');
  const next = await held(id, `limit=4&cursor=${page.next_cursor}`);
  expect([...page.items, ...next.items]).toEqual(items);
  expect(next.next_cursor).toBeNull();
});

test('line by line in files of their own, the same lines are held', async () => {
  const goodsId = await newGoods();
  const [first, ...others] = spellings();
  const firstId = await bring(goodsId, ['', first!]);
  for (const [index, line] of others.entries()) {
    const id = await bring(goodsId, [line]);
    const kind = index === others.length - 1 ? 'same login' : 'same account';
    expect((await read(id)).held[kind]).toBe(1);
    expect((await held(id)).items).toMatchObject([{ line: 1, kind, like: { batch_id: firstId, line: 2 } }]);
  }
  const again = await read(await bring(goodsId, [` ${first} `]));
  expect(again).toMatchObject({ added: 0, duplicates: 1 });
});

test('across chunks and within one, every likeness is held, and equal texts of held lines too', async () => {
  const goodsId = await newGoods();
  const name = `fern-${randomUUID()}`;
  const filler = Array.from({ length: 620 }, (_, index) => `${name}-${index}:x`);
  const lines = [`${name}:x`, `${name}:y`, `${name}:y`, ...filler, `${name}:y`, `${name}:x:`];
  const batch = await read(await bring(goodsId, lines));
  expect(batch).toMatchObject({ added: 621, duplicates: 0 });
  expect(batch.held).toEqual({ 'same account': 1, 'same login': 3 });
});

test('accounts in another form of line are recognised', async () => {
  const goodsId = await newGoods();
  const name = `salt-${randomUUID()}`;
  await bring(goodsId, [`${name}:Pw-1:${name}@box.example`]);
  const other = await buildGoods(shop.ctx, { separator: '|', columns: ['password', 'login'] });
  const lines = [`Pw-1|${name}|x`];
  const { held: count } = await importStock(shop.ctx, { goodsId: other, gender: 'male', note: '', lines });
  expect(count).toBe(1);
  const [found, none] = await findItemsByText(shop.ctx, [`Pw-1|${name.toUpperCase()}`, `Pw-2|${name}`]);
  expect(found).toEqual(expect.any(BigInt));
  expect(none).toBeNull();
});

test('a kind is decided at once, or line by line; what is sold is exactly what came', async () => {
  const goodsId = await newGoods();
  const lines = spellings();
  const id = await bring(goodsId, lines);
  const left = (await decide(id, { decision: 'leave out', kind: 'same account', lines: [2, 3] })).data;
  expect(left).toMatchObject({ added: 1, rejected: 2, held: { 'same account': 3, 'same login': 1 } });
  const one = (await decide(id, { decision: 'sell', lines: [7, 7, 2] })).data;
  expect(one).toMatchObject({ added: 2, rejected: 2, held: { 'same account': 3, 'same login': 0 } });
  const all = (await decide(id, { decision: 'sell' })).data;
  expect(all).toMatchObject({ added: 5, rejected: 2, free: 5, held: { 'same account': 0, 'same login': 0 } });
  expect(isWhole(all)).toBe(true);
  expect((await decide(id, { decision: 'sell' })).data).toEqual(all);
  const ids = (await findItemsByText(shop.ctx, [lines[0]!, lines[6]!, ...lines.slice(3, 6)])).map(
    (one) => one!,
  );
  const texts = await Array.fromAsync(
    ids,
    async (firstId) => (await openItems(shop.ctx, [{ firstId, endId: firstId + 1n }]))[0]!.text,
  );
  expect(texts).toEqual([lines[0], lines[6], ...lines.slice(3, 6)]);
  const entries = await shop.ctx.db
    .selectFrom('audit_entries')
    .select('after')
    .where('action', '=', 'stock.decideHeld')
    .where('subject', '=', `batch:${id}`)
    .orderBy('id')
    .execute();
  expect(entries.map(({ after }) => after)).toEqual([
    { decision: 'leave out', kind: 'same account', lines: [2, 3], added: 0, duplicates: 0, leftOut: 2 },
    { decision: 'sell', lines: [7, 7, 2], added: 1, duplicates: 0, leftOut: 0 },
    { decision: 'sell', added: 3, duplicates: 0, leftOut: 0 },
  ]);
});

test('of equal held lines one is sold, also from two imports', async () => {
  const goodsId = await newGoods();
  const name = `reed-${randomUUID()}`;
  const first = await bring(goodsId, [`${name}:x`, `${name}:y`, ` ${name}:y`]);
  const second = await bring(goodsId, [`${name}:y`]);
  expect((await decide(first, { decision: 'sell' })).data).toMatchObject({ added: 2, duplicates: 1 });
  const late = (await decide(second, { decision: 'sell' })).data;
  expect(late).toMatchObject({ added: 0, duplicates: 1, rejected: 0 });
  expect(isWhole(late)).toBe(true);
});

test('an account is known after its sale and its purge, with the day of the sale', async () => {
  const { ctx, clock } = shop;
  const goodsId = await newGoods();
  const [line, other] = spellings();
  await bring(goodsId, [line!]);
  clock.advance(86_400_000);
  admin = await signInAdmin(ctx);
  const buyer = await buildBuyer(ctx, 1_000_000_000n);
  const soldAt = clock.now().toISOString();
  const body = { goods_id: String(goodsId), quantity: 1, gender: 'male' as const };
  await placeOrder(buyer.ctx, { body, idempotencyKey: randomUUID() });
  const sold = { kind: 'same account', like: { state: 'sold', at: soldAt, line: 1 } };
  expect((await held(await bring(goodsId, [other!]))).items).toMatchObject([sold]);
  clock.advance(30 * 86_400_000);
  admin = await signInAdmin(ctx);
  while ((await purgeAccounts(ctx)).more);
  expect((await held(await bring(goodsId, [other!]))).items).toMatchObject([sold]);
});

test('a withdrawn account is known, and one of an import that was rolled back is forgotten', async () => {
  const goodsId = await newGoods();
  const [line, other] = spellings();
  const first = await bring(goodsId, [line!]);
  const [firstId] = await findItemsByText(shop.ctx, [line!]);
  const range = { firstId: firstId!, endId: firstId! + 1n };
  await withdrawItems(shop.ctx, { items: [range], reason: 'wrong' });
  while ((await eraseWithdrawn(shop.ctx)).more);
  const like = { state: 'withdrawn', batch_id: first };
  expect((await held(await bring(goodsId, [other!]))).items).toMatchObject([{ like }]);

  const [wrong, alike] = spellings();
  const id = await bring(goodsId, [wrong!, alike!]);
  await rollBackImport(shop.ctx, { params: { id } });
  const batch = await read(id);
  expect(batch).toMatchObject({ added: 1, rejected: 1, held: { 'same account': 0, 'same login': 0 } });
  expect((await decide(id, { decision: 'sell' })).code).toBe(300_026);
  while ((await eraseWithdrawn(shop.ctx)).more);
  expect(await read(await bring(goodsId, [alike!]))).toMatchObject({ added: 1 });
});

test('held texts are sealed, and erased with those that were refused', async () => {
  const { ctx, clock } = shop;
  const goodsId = await newGoods();
  const [line, other] = spellings(`canary-${randomUUID()}`);
  const id = await bring(goodsId, [line!, other!]);
  const rowsOf = () =>
    ctx.db.selectFrom('stock_refused_lines').selectAll().where('batch_id', '=', BigInt(id)).execute();
  expect((await rowsOf())[0]!.sealed!.toString('latin1')).not.toMatch(/canary/i);
  clock.advance(60 * 86_400_000);
  await sweepRefusedLines(ctx);
  admin = await signInAdmin(ctx);
  const batch = await read(id);
  expect(batch).toMatchObject({ rejected: 1, held: { 'same account': 0, 'same login': 0 } });
  expect(await rowsOf()).toMatchObject([{ sealed: null, is_held: false, fault: 'same account' }]);
  expect((await decide(id, { decision: 'sell' })).data).toEqual(batch);
});

test.each<CrashPoint>(['held: before commit', 'held: after commit', 'import: items written'])(
  'a decision that is cut off at %s is whole, and is finished by the same call',
  async (point) => {
    const goodsId = await newGoods();
    const name = `tern-${randomUUID()}`;
    const count = 1_100;
    const lines = Array.from({ length: count }, (_, index) => `${name}:${index}`);
    const id = await bring(goodsId, lines);
    expect((await read(id)).held['same login']).toBe(count - 1);
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw new Error('killed');
    });
    armCrash({ point, passing: 2 });
    expect((await decide(id, { decision: 'sell' })).code).not.toBe(200);
    kill.mockRestore();
    armCrash(null);
    const cut = await getBatch(shop.ctx.db, BigInt(id));
    expect(cut.added).toBe(point === 'held: after commit' ? 1_001 : 501);
    expect(cut.free).toBe(cut.added);
    expect(cut.held_logins).toBe(count - cut.added);
    const whole = (await decide(id, { decision: 'sell' })).data;
    expect(whole).toMatchObject({ added: count, free: count, held: { 'same login': 0 } });
  },
);

test('items from before identities were recorded are identified step by step', async () => {
  const { ctx } = shop;
  const goodsId = await newGoods();
  const [line, other] = spellings();
  const filler = Array.from({ length: 300 }, () => `${randomUUID()}:x`);
  await bring(goodsId, [...filler, line!]);
  await sql`update stock_fingerprints set login = null, account = null, line = null`.execute(ctx.db);
  let steps = 1;
  while ((await identifyOlderItems(ctx)).more) steps += 1;
  expect(steps).toBeGreaterThan(1);
  const { items } = await held(await bring(goodsId, [other!]));
  expect(items).toMatchObject([{ kind: 'same account', like: { line: null, state: 'free' } }]);
});

test('one login on many hosts is many accounts, and a search for it finds all of them', async () => {
  const { ctx } = shop;
  const goodsId = await buildGoods(ctx, { separator: ':', columns: ['ip', 'port', 'login', 'password'] });
  const name = `Admin-${randomUUID()}`;
  const [first, second] = [1, 2].map((host) => `10.0.0.${host}:80:${name}:Pier77`);
  expect(await read(await bring(goodsId, [first!, second!]))).toMatchObject({ added: 2 });
  expect(await findItemsByLogin(ctx, name.toUpperCase())).toHaveLength(2);
  const again = [first!.toLowerCase().replace('pier', 'Pier'), `10.0.0.2:80:${name}:Quay88`];
  expect(await read(await bring(goodsId, again))).toMatchObject({
    added: 0,
    held: { 'same account': 1, 'same login': 1 },
  });
  // As they were marked before hosts were told apart.
  const identify = createIdentifier(ctx.keyring, { separator: ':', columns: ['login', 'password'] });
  const { login, account } = identify(`${name}:Pier77`);
  const ids = await findItemsByLogin(ctx, name);
  await sql`
    update stock_fingerprints set login = ${login}, account = ${account}
    where item_id in (${sql.join(ids)})`.execute(ctx.db);
  expect(await findItemsByLogin(ctx, name)).toHaveLength(2);
  const later = [`${first} `.toLowerCase().replace('pier', 'Pier'), `10.0.0.3:80:${name}:Quay88`];
  expect(await read(await bring(goodsId, later))).toMatchObject({
    added: 1,
    held: { 'same account': 1, 'same login': 0 },
  });
});

test('held lines are a task, and their imports can be listed', async () => {
  const waiting = async (): Promise<number> => {
    const { data } = await shop.call('GET', '/api/admin/tasks', undefined, admin.headers);
    return data.tasks.find(({ kind }: { kind: string }) => kind === 'heldLines')?.count ?? 0;
  };
  const listed = async (): Promise<string[]> =>
    (await ask('GET', 'batches?held=true&limit=500')).data.items.map((batch: { id: string }) => batch.id);
  const before = await waiting();
  const id = await bring(await newGoods(), spellings());
  expect(await waiting()).toBe(before + 6);
  expect(await listed()).toContain(id);
  await decide(id, { decision: 'leave out' });
  expect(await waiting()).toBe(before);
  expect(await listed()).not.toContain(id);
});
