import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { signInAdmin } from '../../testing/people.ts';
import { createFreshWorld } from '../../testing/world.ts';
import { compareAuditHead } from './verify-audit.ts';
import {
  AUDIT_HEAD_MAIL,
  createTelegramHeadJob,
  mailAuditHead,
  renderAuditHead,
} from './mail-audit-head.job.ts';
import { HOUR_MS } from '../../platform/clock.ts';

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
