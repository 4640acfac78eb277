import { formatAddress } from '@portside/chain';
import { NETWORKS, type Sandbox, type Data, type Input, TRIALS, type Trial } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import type { Generated } from 'kysely';
import type { Hex } from 'viem';
import type { Db } from '../../platform/db/db.ts';
import type { Devchain } from '@portside/devchain';
import { refuse } from '../../platform/refusal.ts';
import { pageOf } from '../../platform/lists/pages.ts';

/** The demo sign-ins, and the local chains with addresses in their networks' formats. Refuses outside a sandbox. */
export async function readSandbox(ctx: Ctx, port: SandboxPort | null): Promise<Sandbox> {
  const { devchain } = requireSandbox(port);
  const chains = NETWORKS.map((type) => {
    const chain = devchain.chains[type];
    return {
      type,
      chain_id: chain.chainId,
      rpc_url: chain.rpcUrl,
      contract_address: formatAddress(type, chain.contractAddress),
      wallet_address: formatAddress(type, chain.walletAddress),
      checkout_address: formatAddress(type, chain.checkoutAddress),
    };
  });
  return { sign_ins: await listSignIns(ctx.db), chains };
}

/** The local chains with their test money wallet. */
export type SandboxPort = {
  readonly devchain: Pick<Devchain, 'chains' | 'sendUsdt' | 'sendCall' | 'giveCoin' | 'onBlock'>;
};

/** Refuses in production, where there is no sandbox (notFound). */
export const requireSandbox = (port: SandboxPort | null): SandboxPort => port ?? refuse('notFound');

const SHOWN = 200;

/** The newest 200 mails that the shop would have sent. Refuses outside a sandbox (notFound). */
export async function listSandboxMails(
  ctx: Ctx,
  { query }: Input<'listSandboxMails'>,
  port: SandboxPort | null,
): Promise<Data<'listSandboxMails'>> {
  requireSandbox(port);
  const mails = await ctx.db
    .selectFrom('sandbox_mails')
    .selectAll()
    .$if(query.to !== undefined, (found) =>
      found.where((is) => is(is.fn('lower', ['recipient']), '=', query.to!.toLowerCase())),
    )
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  const shown = mails.map((mail) => ({
    to: mail.recipient,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments,
    sent_at: mail.sent_at.toISOString(),
  }));
  return pageOf(shown, query);
}

/** What to try, and what was done since the sandbox began. Refuses outside a sandbox (notFound). */
export async function listSandboxTrials(
  ctx: Ctx,
  port: SandboxPort | null,
): Promise<Data<'listSandboxTrials'>> {
  const { devchain } = requireSandbox(port);
  const began = await readBeginning(ctx.db);
  const wallets = NETWORKS.map((network) => devchain.chains[network].sandboxWalletAddress);
  const done = began === null ? {} : await findTrials(ctx.db, began, wallets);
  return TRIALS.map((trial) => ({ trial, done: done[trial] ?? false }));
}

/** When people began to try the sandbox, in real time; null if it was never prepared. */
async function readBeginning(db: Db): Promise<Date | null> {
  const { began } = await db
    .selectFrom('sandbox_sign_ins')
    .select((is) => is.fn.min('created_at').as('began'))
    .executeTakeFirstOrThrow();
  return began;
}

/**
 * What was tried since then, each by the row that it leaves. The demo's buyers go on topping up and ordering: of buyers,
 * what counts is of the sandbox's own sign-ins and of newcomers.
 */
async function findTrials(
  db: Db,
  since: Date,
  sandboxWallets: readonly Hex[],
): Promise<Partial<Record<Trial, boolean>>> {
  const signIns = db.selectFrom('sandbox_sign_ins').select('username');
  const users = db.selectFrom('users').select('id');
  const newcomers = users.where('created_at', '>=', since).where('username', 'not in', signIns);
  const visitors = newcomers.union(users.where('username', 'in', signIns));
  const deposits = db.selectFrom('deposits').select('id').where('recorded_at', '>=', since);
  const credited = deposits.where('state', '=', 'credited');
  const paid = credited.where('user_id', 'in', visitors);
  const assigned = db.selectFrom('recharges').select('id').where('accepted_micro', 'is not', null);
  const orders = db.selectFrom('orders').select('id').where('created_at', '>=', since);
  const claims = db.selectFrom('warranty_claims').select('id').where('created_at', '>=', since);
  const sweeps = db.selectFrom('deposit_sweeps').select('id').where('recorded_at', '>=', since);
  const imports = db.selectFrom('stock_batches').select('id').where('created_at', '>=', since);
  const messages = db.selectFrom('support_messages').select('id').where('created_at', '>=', since);
  const refunds = db.selectFrom('proposals').select('id').where('kind', '=', 'refundApproved');
  const reports = db.selectFrom('reports').select('id').where('settled_at', '>=', since);
  const found = await db
    .selectNoFrom((is) => [
      is.exists(paid).as('topUp'),
      is.or([is.exists(deposits.where('state', '=', 'unmatched')), is.exists(assigned)]).as('exchangeFee'),
      is.exists(paid.where('from_address', 'not in', sandboxWallets)).as('ownWallet'),
      is.exists(orders.where('user_id', 'in', visitors)).as('order'),
      is.exists(credited.where('owner_id', 'in', visitors)).as('ownAddress'),
      is.exists(claims.where('user_id', 'in', visitors)).as('claim'),
      is.exists(newcomers.where('agent_id', 'is not', null)).as('referral'),
      is.exists(sweeps.where('is_confirmed', '=', true)).as('sweep'),
      is.exists(imports.where('user_id', 'is not', null)).as('stock'),
      is.exists(messages.where('answered_by', 'is not', null)).as('conversation'),
      is.exists(refunds.where('state', '=', 'applied').where('approved_at', '>=', since)).as('refund'),
      is.exists(reports.where('settled_by', 'is not', null)).as('takedown'),
    ])
    .executeTakeFirstOrThrow();
  return found as Partial<Record<Trial, boolean>>;
}

export type SignIn = Sandbox['sign_ins'][number];

/** Owner first. */
export const listSignIns = (db: Db): Promise<SignIn[]> =>
  db
    .selectFrom('sandbox_sign_ins')
    .select(['role', 'username', 'password'])
    .orderBy('role', 'desc')
    .execute();

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
