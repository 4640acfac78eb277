import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { visitor } from '../actor.ts';
import { inTransaction, type Ctx } from '../context.ts';
import { createWorld } from '../../testing/world.ts';
import { canonicalText } from './audit.sql.ts';
import { recordAudit, type AuditNote } from './record-audit.ts';
import { verifyAuditChain } from './verify-audit-chain.ts';

/** One log for all tests of the process: what a test damages, it undoes. */
const note = (subject: string, facts: AuditNote['after'] = null): AuditNote => ({
  action: 'mail.test',
  subject,
  after: facts,
});
const record = (ctx: Ctx, one: AuditNote) => inTransaction(ctx, (step) => recordAudit(step, one));
const last = async ({ db }: Ctx) =>
  db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

/** The verdict while something that the trigger forbids is done to the table. */
async function verdictWith(ctx: Ctx, damage: (ctx: Ctx) => Promise<unknown>) {
  const undone = new Error('undone');
  const found: { brokenAt?: bigint | null } = {};
  const step = inTransaction(ctx, async (inner) => {
    await sql`alter table audit_entries disable trigger audit_entries_append_only`.execute(inner.db);
    await damage(inner);
    found.brokenAt = (await verifyAuditChain(inner.db)).brokenAt;
    throw undone;
  });
  await expect(step).rejects.toBe(undone);
  return found.brokenAt;
}

test('entries can be verified, whatever their facts', async () => {
  const { ctx } = await createWorld();
  await record(
    ctx,
    note('thing:1', { b: 1.5, a: 'ü"\\', when: new Date(0), amount: 10n ** 20n, list: [1, null] }),
  );
  await record(ctx, note('thing:2'));
  const { brokenAt, verified } = await verifyAuditChain(ctx.db);
  expect(brokenAt).toBeNull();
  const entry = await last(ctx);
  expect(entry).toMatchObject({
    job: 'test',
    address: '203.0.113.5',
    request_id: 'test',
    subject: 'thing:2',
  });
  expect(verified.hash).toEqual(entry.hash);
});

test('a part continues where the previous one ended, and does not trust the caller', async () => {
  const { ctx } = await createWorld();
  for (let written = 0; written < 20; written += 1) await record(ctx, note(`part:${written}`));
  const { id } = await last(ctx);
  const spent = { isSpent: () => true };
  const parts = [await verifyAuditChain(ctx.db, undefined, spent)];
  for (let part = parts[0]!; part.verified.id < id; part = parts.at(-1)!)
    parts.push(await verifyAuditChain(ctx.db, part.verified, spent));
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.map(({ brokenAt }) => brokenAt)).toEqual(parts.map(() => null));
  expect(parts.at(-1)!.verified).toMatchObject({ id, hash: (await last(ctx)).hash });
  const forged = await verifyAuditChain(ctx.db, { id: id - 1n, hash: Buffer.alloc(32, 1) });
  expect(forged.brokenAt).toBe(id);
});

test('concurrent writers make one chain without gaps', async () => {
  const { ctx } = await createWorld();
  await Promise.all(Array.from({ length: 30 }, (_, index) => record(ctx, note(`race:${index}`))));
  expect((await verifyAuditChain(ctx.db)).brokenAt).toBeNull();
});

test('the database refuses to change or remove an entry', async () => {
  const { ctx } = await createWorld();
  await record(ctx, note('kept:1'));
  await expect(ctx.db.updateTable('audit_entries').set({ action: 'x' }).execute()).rejects.toThrow(
    'append-only',
  );
  await expect(ctx.db.deleteFrom('audit_entries').execute()).rejects.toThrow('append-only');
  await expect(sql`truncate audit_entries`.execute(ctx.db)).rejects.toThrow('append-only');
});

test('tampering in spite of that is detected', async () => {
  const { ctx } = await createWorld();
  for (const subject of ['loot:1', 'loot:2', 'loot:3']) await record(ctx, note(subject, { amount: 1 }));
  const { id } = await last(ctx);
  const change = (column: string, value: string) => (inner: Ctx) =>
    sql`update audit_entries set ${sql.ref(column)} = ${sql.lit(value)} where id = ${id - 1n}`.execute(
      inner.db,
    );
  expect(await verdictWith(ctx, () => Promise.resolve())).toBeNull();
  expect(await verdictWith(ctx, change('after', '{"amount": 2}'))).toBe(id - 1n);
  expect(await verdictWith(ctx, change('address', '192.0.2.1'))).toBe(id - 1n);
  expect(await verdictWith(ctx, change('job', 'somebody else'))).toBe(id - 1n);
  const remove = (inner: Ctx) =>
    inner.db
      .deleteFrom('audit_entries')
      .where('id', '=', id - 1n)
      .execute();
  expect(await verdictWith(ctx, remove)).toBe(id - 1n);
});

test('an entry is committed or rolled back with its change, holds no secret and names the actor', async () => {
  const { ctx } = await createWorld();
  await expect(recordAudit(ctx, note('loose:1'))).rejects.toThrow('transaction');
  await expect(record(ctx, note('leak:1', { user: { password_hash: 'x' } }))).rejects.toThrow(
    'password_hash',
  );
  await expect(record({ ...ctx, actor: visitor }, note('nobody:1'))).rejects.toThrow('visitor');
  const before = await last(ctx);
  const failing = inTransaction(ctx, async (step) => {
    await recordAudit(step, note('undone:1'));
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  expect((await last(ctx)).id).toBe(before.id);
});

test('one text for one value', () => {
  expect(canonicalText({ b: [1, { d: null, c: undefined }], a: 'x' })).toBe('{"a":"x","b":[1,{"d":null}]}');
});
