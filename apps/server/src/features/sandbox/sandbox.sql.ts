import type { Db } from '../../platform/db/db.ts';
import type { SandboxSignInsTable } from './sandbox.tables.ts';

export type SignIn = SandboxSignInsTable;

/** Owner first. */
export const listSignIns = (db: Db): Promise<SignIn[]> =>
  db.selectFrom('sandbox_sign_ins').selectAll().orderBy('role', 'desc').execute();

export async function insertSignIns(db: Db, signIns: readonly SignIn[]): Promise<void> {
  await db.insertInto('sandbox_sign_ins').values(signIns).execute();
}

/** Newest first; `to` compares without regard to case. */
export function listMails(db: Db, to: string | undefined, limit: number) {
  let query = db.selectFrom('sandbox_mails').selectAll().orderBy('id', 'desc').limit(limit);
  if (to !== undefined) query = query.where((is) => is(is.fn('lower', ['recipient']), '=', to.toLowerCase()));
  return query.execute();
}
