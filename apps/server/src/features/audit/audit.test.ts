import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { entityNames } from '../../compose/compose.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { type Ctx, inTransaction } from '../../platform/context.ts';
import {
  countSecurityEvent,
  MOST_ADDRESSED,
  type SecurityEvent,
} from '../../platform/security-events.sql.ts';
import { signInAdmin, createPerson, createOwner } from '../../testing/people.ts';
import { createFreshWorld, createWorld } from '../../testing/world.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import { listAudit, compareAuditHead } from './list-audit.ts';
import { listSecurityEvents } from './list-security-events.ts';
import {
  AUDIT_HEAD_MAIL,
  createTelegramHeadJob,
  mailAuditHead,
  renderAuditHead,
} from './mail-audit-head.job.ts';

const list = async (ctx: Ctx, query: Record<string, unknown>) =>
  (await listSecurityEvents(ctx, { query: { limit: 20, ...query } })).items;

const GUESS: SecurityEvent = {
  kind: 'signInRefused',
  address: '198.51.100.1',
  userId: null,
  call: 'login',
};

test('events are found by user, address, kind and time; those of an hour are one row', async () => {
  const { ctx, clock } = await createWorld();
  const { ctx: reader } = await signInAdmin(ctx, ['audit.read']);
  const { user } = await createPerson(ctx);
  const happen = (event: Partial<SecurityEvent>) =>
    countSecurityEvent(ctx.db, { ...GUESS, userId: user.id, ...event }, clock.now());
  const start = clock.now();
  await happen({});
  clock.advance(1_000);
  await happen({});
  await happen({ address: '203.0.113.9', kind: 'signIn' });
  clock.advance(3 * 3_600_000);
  const later = clock.now();
  await happen({ address: '198.51.100.2' });

  const { username } = user;
  const [newest, signIn, guesses] = await list(reader, { username });
  expect(newest).toMatchObject({ at: later.toISOString(), count: 1, address: '198.51.100.2' });
  expect(signIn).toMatchObject({ kind: 'signIn', username, user_id: String(user.id), call: 'login' });
  expect(guesses).toMatchObject({
    at: start.toISOString(),
    last_at: new Date(start.getTime() + 1_000).toISOString(),
    count: 2,
  });
  const addresses = async (query: Record<string, unknown>) =>
    (await list(reader, { username, ...query })).map(({ address }) => address);
  expect(await addresses({ kind: 'signIn' })).toEqual(['203.0.113.9']);
  expect(await addresses({ address: '198.51.100.' })).toEqual(['198.51.100.2', '198.51.100.1']);
  expect(await addresses({ address: '198.51.100.1' })).toEqual(['198.51.100.1']);
  expect(await addresses({ address: '198_51' })).toEqual([]);
  expect(await addresses({ from: later.toISOString() })).toEqual(['198.51.100.2']);
  expect(await addresses({ to: later.toISOString() })).toEqual(['203.0.113.9', '198.51.100.1']);
  expect(await list(reader, { username: 'nobody at all' })).toEqual([]);
});

test('a flood from ever new addresses keeps a bounded number of rows, and the guesses at each user', async () => {
  const { ctx, clock } = await createFreshWorld();
  const { ctx: reader } = await signInAdmin(ctx, ['audit.read']);
  const { user } = await createPerson(ctx);
  const hour = new Date(Math.floor(clock.now().getTime() / 3_600_000) * 3_600_000);
  const flood = Array.from({ length: MOST_ADDRESSED }, (_, index) => ({
    hour,
    kind: 'signInRefused' as const,
    address: `2001:db8::${index.toString(16)}`,
    user_id: 0n,
    call: 'login',
    count: 1,
    first_at: hour,
    last_at: hour,
  }));
  for (let done = 0; done < flood.length; done += 1_000)
    await ctx.db
      .insertInto('security_events')
      .values(flood.slice(done, done + 1_000))
      .execute();
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    await countSecurityEvent(ctx.db, { ...GUESS, address, userId: user.id }, clock.now());
  await countSecurityEvent(ctx.db, { ...GUESS, address: flood.at(-1)!.address }, clock.now());
  const { count } = await ctx.db
    .selectFrom('security_events')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(MOST_ADDRESSED + 1);
  expect(await list(reader, { username: user.username })).toMatchObject([{ address: '', count: 3 }]);
  expect(await list(reader, { address: flood.at(-1)!.address })).toMatchObject([{ count: 2 }]);
});

describe('the audit log', () => {
  const list = async (ctx: Ctx, query: Record<string, unknown>) =>
    listAudit(ctx, entityNames, { query: { limit: 20, ...query } });

  test('entries are found by actor, action, subject and time, page by page', async () => {
    const { ctx, clock } = await createWorld();
    const owner = await createOwner(ctx);
    const asOwner = { ...ctx, actor: owner.actor };
    const tag = `box${owner.user.id}`;
    for (let index = 0; index < 5; index += 1) {
      clock.advance(60_000);
      const note = {
        action: index % 2 ? ('wallet.block' as const) : ('wallet.unblock' as const),
        subject: `${tag}:${index}`,
        after: { index },
      };
      await inTransaction(asOwner, (step) => recordAudit(step, note));
    }
    const subjects = async (query: Record<string, unknown>) =>
      (await list(asOwner, query)).items.map(({ subject }) => Number(subject.split(':')[1]));
    const { username } = owner.user;
    expect(await subjects({ username })).toEqual([4, 3, 2, 1, 0]);
    expect(await subjects({ username, action: 'wallet.block' })).toEqual([3, 1]);
    expect(await subjects({ subject: `${tag}:` })).toEqual([4, 3, 2, 1, 0]);
    expect(await subjects({ subject: `${tag}:2` })).toEqual([2]);
    // The whole of it: user 4 is not user 42.
    await inTransaction(ctx, (step) =>
      recordAudit(step, { action: 'wallet.block', subject: `${tag}-other:22` }),
    );
    expect(await subjects({ subject: `${tag}-other:2` })).toEqual([]);
    expect(await subjects({ subject: `${tag}-other:22` })).toEqual([22]);
    expect(await subjects({ subject: `${tag}-other` })).toEqual([22]);
    const from = new Date(clock.now().getTime() - 60_000).toISOString();
    expect(await subjects({ username, from })).toEqual([4, 3]);
    expect(await subjects({ username, to: from })).toEqual([2, 1, 0]);
    expect(await subjects({ username: 'nobody at all' })).toEqual([]);
    const first = await list(asOwner, { username, limit: 3 });
    const second = await list(asOwner, { username, limit: 3, cursor: first.next_cursor });
    expect([first.items.length, second.items.length, second.next_cursor]).toEqual([3, 2, null]);
    expect(first.items[0]).toMatchObject({ actor: username, after: { index: 4 }, before: null });
  });

  test('entities that an entry mentions by id are shown with their present names', async () => {
    const { ctx } = await createWorld();
    const { user, actor } = await createOwner(ctx);
    const asOwner = { ...ctx, actor };
    const owners = ctx.db.selectFrom('roles').select(['id', 'name']).where('is_owner', '=', true);
    const role = await owners.executeTakeFirstOrThrow();
    const note = {
      action: 'role.grant' as const,
      subject: `user:${user.id}`,
      before: { role: 999_999_999n, on: `user:${user.id}` },
      after: { role: role.id, note: role.id },
    };
    await inTransaction(asOwner, (step) => recordAudit(step, note));
    const [entry] = (await list(asOwner, { subject: note.subject, action: 'role.grant' })).items;
    expect(entry!.names).toEqual({
      subject: user.username,
      'before.on': user.username,
      'after.role': role.name,
    });
  });
});

const note = (ctx: Ctx) =>
  inTransaction(ctx, (step) => recordAudit(step, { action: 'mail.test', subject: 'thing:1' }));
const mails = ({ db }: Ctx) =>
  db.selectFrom('mails').select(['reference', 'recipient']).where('kind', '=', AUDIT_HEAD_MAIL).execute();

test('those who may read the log get its head by mail once a day, and a log rewritten since is detected', async () => {
  const { ctx, clock } = await createFreshWorld();
  const reader = await signInAdmin(ctx, ['audit.read']);
  await signInAdmin(ctx, ['support.read']);
  await mailAuditHead(ctx);
  expect(await mails(ctx)).toEqual([]);
  await note(ctx);
  await Promise.all([mailAuditHead(ctx), mailAuditHead(ctx)]);
  const [mail, ...others] = await mails(ctx);
  expect(others).toEqual([]);
  const message = await renderAuditHead(ctx, mail!.reference, mail!.recipient);
  expect(mail!.recipient).toBe(reader.user.email);
  const [, entry, hash] = /^(\d+) ([0-9a-f]{64})$/m.exec(message!.text)!;

  const sent: string[] = [];
  const row = { key: 'telegram_chat_id', value: '"-100200"', updated_at: clock.now() };
  await ctx.db.insertInto('settings').values(row).execute();
  const telegram = createTelegramHeadJob(ctx, {
    send: (_, text) => Promise.resolve(void sent.push(text)),
  });
  await telegram.run();
  await telegram.run();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain(`${entry} ${hash}`);

  await note(ctx);
  await mailAuditHead(ctx);
  expect(await mails(ctx)).toHaveLength(1);
  const compare = (query: { entry: string; hash: string }) => compareAuditHead(reader.ctx, { query });
  const kept = { entry: entry!, hash: hash! };
  expect(await compare(kept)).toEqual({ outcome: 'same', mailed_at: clock.now().toISOString() });
  expect(await compare({ ...kept, hash: 'a'.repeat(64) })).toMatchObject({ outcome: 'changed' });

  // The owner of the tables can rewrite the log so that it is a valid chain again.
  await sql`alter table audit_entries disable trigger audit_entries_append_only`.execute(ctx.db);
  await sql`delete from audit_entries`.execute(ctx.db);
  expect(await compare(kept)).toMatchObject({ outcome: 'missing' });
  await sql`alter table audit_entries enable trigger audit_entries_append_only`.execute(ctx.db);
  for (let written = 0n; written < BigInt(entry!); written += 1n) await note({ ...ctx, requestId: 'forged' });
  expect(await compare(kept)).toMatchObject({ outcome: 'changed' });

  clock.advance(25 * HOUR_MS);
  await note(ctx);
  await mailAuditHead(ctx);
  expect(await mails(ctx)).toHaveLength(2);
});
