import { formatAddress } from '@portside/chain';
import {
  NETWORKS,
  SANDBOX_ROLES,
  TRIAL_PARTS,
  type Data,
  type Input,
  type Sandbox,
  type Trial,
} from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { sql, type Generated } from 'kysely';
import type { Hex } from 'viem';
import type { Db } from '../../platform/db/db.ts';
import type { Devchain } from '@portside/devchain';
import { refuse } from '../../platform/refusal.ts';
import { pageOf } from '../../platform/lists/pages.ts';

/** The demo sign-ins, and the local chains with addresses in their networks' formats. Refuses outside a sandbox. */
export async function readSandbox(ctx: Ctx, port: SandboxAccess | null): Promise<Sandbox> {
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
  const [signIns, linkedPage] = await Promise.all([listSignIns(ctx.db), findLinkedPage(ctx.db)]);
  return { sign_ins: signIns, chains, linked_page: linkedPage };
}

async function findLinkedPage(db: Db): Promise<string | null> {
  const linked = await db
    .selectFrom('goods')
    .select(['id', 'link_key'])
    .where('visibility', '=', 'link')
    .where('on_sale', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return linked ? `/product/${linked.id}-${linked.link_key}` : null;
}

/** The local chains with their test money wallet. */
export type SandboxAccess = {
  readonly devchain: Pick<Devchain, 'chains' | 'sendUsdt' | 'sendCall' | 'signText' | 'giveCoin' | 'onBlock'>;
};

/** Refuses in production, where there is no sandbox (notFound). */
export const requireSandbox = (port: SandboxAccess | null): SandboxAccess => port ?? refuse('notFound');

const SHOWN = 200;

/** The newest 200 mails that the shop would have sent. Refuses outside a sandbox (notFound). */
export async function listSandboxMails(
  ctx: Ctx,
  { query }: Input<'listSandboxMails'>,
  port: SandboxAccess | null,
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
  port: SandboxAccess | null,
): Promise<Data<'listSandboxTrials'>> {
  const { devchain } = requireSandbox(port);
  const began = await readBeginning(ctx.db);
  const wallets = NETWORKS.map((network) => devchain.chains[network].sandboxWalletAddress);
  const done = began === null ? {} : await findTrials(ctx.db, began, wallets);
  return Object.entries(TRIAL_PARTS).flatMap(([part, trials]) =>
    trials.map((trial) => ({ part: part as keyof typeof TRIAL_PARTS, trial, done: done[trial] ?? false })),
  );
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
  const ofFamily = db.selectFrom('goods').select('id').where('family_id', 'is not', null);
  const bought = orders.where('user_id', 'in', visitors);
  const linked = db.selectFrom('goods').select('id').where('visibility', '=', 'link');
  const highest = db.selectFrom('buyer_levels').select('id').orderBy('sort', 'desc').limit(1);
  const coupons = db.selectFrom('coupon_uses').select('order_id').where('at', '>=', since);
  const claims = db.selectFrom('warranty_claims').select('id').where('created_at', '>=', since);
  const checks = db.selectFrom('account_checks').select('id').where('remedied_at', '>=', since);
  const codes = db.selectFrom('redeem_codes').select('id').where('used_at', '>=', since);
  const sweeps = db.selectFrom('deposit_sweeps').select('id').where('recorded_at', '>=', since);
  const imports = db
    .selectFrom('stock_batches')
    .select('id')
    .where('created_at', '>=', since)
    .where('user_id', 'is not', null);
  const suppliers = db.selectFrom('supplier_people').select('user_id');
  const messages = db.selectFrom('support_messages').select('id').where('created_at', '>=', since);
  const refunds = db.selectFrom('proposals').select('id').where('kind', '=', 'refundApproved');
  const reports = db.selectFrom('reports').select('id').where('settled_at', '>=', since);
  const found = await db
    .selectNoFrom((is) => [
      is.exists(paid).as('topUp'),
      is.or([is.exists(deposits.where('state', '=', 'unmatched')), is.exists(assigned)]).as('exchangeFee'),
      is.exists(paid.where('from_address', 'not in', sandboxWallets)).as('ownWallet'),
      is.exists(bought).as('order'),
      // Of orders placed together, the later ones have keys with a space.
      is.exists(bought.where('idempotency_key', 'like', '% %')).as('cart'),
      is.exists(bought.where('goods_id', 'in', ofFamily)).as('family'),
      is.exists(bought.where('price_source', '=', 'promotion')).as('promotion'),
      is.exists(users.where('id', 'in', visitors).where('level_id', '=', highest)).as('level'),
      is.exists(bought.where('price_source', '=', 'own')).as('ownPrice'),
      is.exists(coupons.where('user_id', 'in', visitors)).as('coupon'),
      is.exists(bought.where('goods_id', 'in', linked)).as('byLink'),
      is.exists(credited.where('owner_id', 'in', visitors)).as('ownAddress'),
      is.exists(claims.where('user_id', 'in', visitors)).as('claim'),
      is.exists(checks.where('user_id', 'in', visitors)).as('checked'),
      is.exists(codes.where('used_by', 'in', visitors)).as('giftCode'),
      is.exists(newcomers.where('agent_id', 'is not', null)).as('referral'),
      is.exists(sweeps.where('is_confirmed', '=', true)).as('sweep'),
      is.exists(imports.where('user_id', 'in', suppliers)).as('supply'),
      is.exists(imports.where('user_id', 'not in', suppliers)).as('stock'),
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
    .orderBy(sql`array_position(${sql.val([...SANDBOX_ROLES])}::text[], role)`)
    .execute();

type SandboxSignInsTable = {
  role: SignIn['role'];
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
