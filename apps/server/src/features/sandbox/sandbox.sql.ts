import type { Sandbox, Trial } from '@portside/contract';
import type { Db } from '../../platform/db/db.ts';
import type { Generated } from 'kysely';
import type { Hex } from 'viem';

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

type SandboxSignInsTable = {
  role: 'owner' | 'colleague' | 'buyer' | 'agent';
  username: string;
  password: string;
  /** In real time; the history that a sandbox starts with is older. */
  created_at: Generated<Date>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    sandbox_sign_ins: SandboxSignInsTable;
  }
}

type Done<T extends Trial> = { readonly [K in T]: boolean };

/** When people began to try the sandbox, in real time; null where it was never prepared. */
export async function readBeginning(db: Db): Promise<Date | null> {
  const { began } = await db
    .selectFrom('sandbox_sign_ins')
    .select((is) => is.fn.min('created_at').as('began'))
    .executeTakeFirstOrThrow();
  return began;
}

/** The demo's buyers go on topping up and ordering: what counts is of the sandbox's own sign-ins, and of newcomers. */
function usersSince(db: Db, since: Date) {
  const signIns = db.selectFrom('sandbox_sign_ins').select('username');
  const users = db.selectFrom('users').select('id');
  const newcomers = users.where('created_at', '>=', since).where('username', 'not in', signIns);
  return { newcomers, visitors: newcomers.union(users.where('username', 'in', signIns)) };
}

/** Which payments were tried since then, each by the row that it leaves. */
export async function findPaymentTrials(
  db: Db,
  since: Date,
  sandboxWallets: readonly Hex[],
): Promise<Done<'topUp' | 'exchangeFee' | 'ownWallet'>> {
  const deposits = db.selectFrom('deposits').select('id').where('recorded_at', '>=', since);
  const { visitors } = usersSince(db, since);
  const credited = deposits.where('state', '=', 'credited').where('user_id', 'in', visitors);
  const assigned = db.selectFrom('recharges').select('id').where('accepted_micro', 'is not', null);
  const found = await db
    .selectNoFrom((is) => [
      is.exists(credited).as('topUp'),
      is.or([is.exists(deposits.where('state', '=', 'unmatched')), is.exists(assigned)]).as('exchangeFee'),
      is.exists(credited.where('from_address', 'not in', sandboxWallets)).as('ownWallet'),
    ])
    .executeTakeFirstOrThrow();
  return found as Done<'topUp' | 'exchangeFee' | 'ownWallet'>;
}

/** The same of buyers. */
export async function findBuyerTrials(
  db: Db,
  since: Date,
): Promise<Done<'order' | 'ownAddress' | 'claim' | 'referral'>> {
  const { newcomers, visitors } = usersSince(db, since);
  const orders = db.selectFrom('orders').select('id').where('created_at', '>=', since);
  const own = db
    .selectFrom('deposits')
    .select('id')
    .where('recorded_at', '>=', since)
    .where('state', '=', 'credited')
    .where('owner_id', 'in', visitors);
  const claims = db.selectFrom('warranty_claims').select('id').where('created_at', '>=', since);
  const found = await db
    .selectNoFrom((is) => [
      is.exists(orders.where('user_id', 'in', visitors)).as('order'),
      is.exists(own).as('ownAddress'),
      is.exists(claims.where('user_id', 'in', visitors)).as('claim'),
      is.exists(newcomers.where('agent_id', 'is not', null)).as('referral'),
    ])
    .executeTakeFirstOrThrow();
  return found as Done<'order' | 'ownAddress' | 'claim' | 'referral'>;
}

/** The same of admins. */
export async function findAdminTrials(
  db: Db,
  since: Date,
): Promise<Done<'sweep' | 'stock' | 'conversation' | 'refund' | 'takedown'>> {
  const sweeps = db.selectFrom('deposit_sweeps').select('id').where('recorded_at', '>=', since);
  const imports = db.selectFrom('stock_batches').select('id').where('created_at', '>=', since);
  const messages = db.selectFrom('support_messages').select('id').where('created_at', '>=', since);
  const refunds = db.selectFrom('proposals').select('id').where('kind', '=', 'refundApproved');
  const reports = db.selectFrom('reports').select('id').where('settled_at', '>=', since);
  const found = await db
    .selectNoFrom((is) => [
      is.exists(sweeps.where('is_confirmed', '=', true)).as('sweep'),
      is.exists(imports.where('user_id', 'is not', null)).as('stock'),
      is.exists(messages.where('answered_by', 'is not', null)).as('conversation'),
      is.exists(refunds.where('state', '=', 'applied').where('approved_at', '>=', since)).as('refund'),
      is.exists(reports.where('settled_by', 'is not', null)).as('takedown'),
    ])
    .executeTakeFirstOrThrow();
  return found as Done<'sweep' | 'stock' | 'conversation' | 'refund' | 'takedown'>;
}
