import { sql } from 'kysely';
import { idArray, textArray } from '../../platform/db/arrays.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { readSetting } from '../settings/index.ts';
import { foldName } from './users.sql.ts';

type ConfirmedEmailsTable = { user_id: bigint; email_key: string; confirmed_at: Date };

declare module '../../platform/db/db.ts' {
  interface Database {
    confirmed_emails: ConfirmedEmailsTable;
  }
}

declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** A user proved that they read what goes to that address, folded. */
    emailConfirmed: { readonly userId: bigint; readonly emailKey: string };
  }
}

/** Records that the user reads what goes to an address. Announces `emailConfirmed` the first time. */
export async function confirmAddress(ctx: Ctx, userId: bigint, email: string): Promise<void> {
  const emailKey = foldName(email);
  const row = await ctx.db
    .insertInto('confirmed_emails')
    .values({ user_id: userId, email_key: emailKey, confirmed_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (row) await ctx.events.announce(ctx, 'emailConfirmed', { userId, emailKey });
}

type Addressed = { readonly id: bigint; readonly user_id: bigint; readonly email: string };

/** The ids of those that would go to an address that must be confirmed first; none where the shop does not want that. */
export async function findUnconfirmed(db: Db, mails: readonly Addressed[]): Promise<ReadonlySet<bigint>> {
  if (mails.length === 0 || !(await readSetting(db, 'confirmEmail'))) return new Set();
  const { rows } = await sql<{ id: bigint }>`
    select mail.id from unnest(${idArray(mails.map(({ id }) => id))}::bigint[],
      ${idArray(mails.map(({ user_id }) => user_id))}::bigint[],
      ${textArray(mails.map(({ email }) => foldName(email)))}::text[]) as mail (id, user_id, email_key)
    where not exists (select from confirmed_emails known
      where known.user_id = mail.user_id and known.email_key = mail.email_key)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
