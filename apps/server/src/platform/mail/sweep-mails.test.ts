import { DAY_MS } from '../clock.ts';
import { expect, test } from 'vitest';
import { createWorld } from '../../testing/world.ts';
import { queueMails } from './outbox.sql.ts';
import { sweepMails } from './send-due-mails.ts';

test('settled mails are deleted after a month, queued ones never', async () => {
  const { ctx, clock } = await createWorld();
  const kind = `sweep-${Math.random()}`;
  const mail = (reference: bigint) => ({ kind, reference, recipient: 'a@example.test' });
  await queueMails(ctx.db, [mail(1n), mail(2n)], clock.now());
  await ctx.db
    .updateTable('mails')
    .set({ state: 'sent' })
    .where('kind', '=', kind)
    .where('reference', '=', 1n)
    .execute();
  const left = async (): Promise<bigint[]> => {
    while ((await sweepMails(ctx)).more);
    const rows = await ctx.db
      .selectFrom('mails')
      .select('reference')
      .where('kind', '=', kind)
      .orderBy('id')
      .execute();
    return rows.map((row) => row.reference);
  };
  clock.advance(30 * DAY_MS);
  expect(await left()).toEqual([1n, 2n]);
  clock.advance(1);
  expect(await left()).toEqual([2n]);
});
