import type { Sandbox } from '@portside/contract';
import type { Db } from '../../platform/db/db.ts';

export type SignIn = Sandbox['sign_ins'][number];

/** Owner first. */
export const listSignIns = (db: Db): Promise<SignIn[]> =>
  db
    .selectFrom('sandbox_sign_ins')
    .select(['role', 'username', 'password'])
    .orderBy('role', 'desc')
    .execute();

export async function insertSignIns(db: Db, signIns: readonly SignIn[]): Promise<void> {
  await db.insertInto('sandbox_sign_ins').values(signIns).execute();
}

/** Newest first; `to` compares without regard to case. */
export function listMails(db: Db, to: string | undefined, limit: number) {
  let query = db.selectFrom('sandbox_mails').selectAll().orderBy('id', 'desc').limit(limit);
  if (to !== undefined) query = query.where((is) => is(is.fn('lower', ['recipient']), '=', to.toLowerCase()));
  return query.execute();
}
