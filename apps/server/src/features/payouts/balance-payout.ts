import {
  formatAddress,
  hashSignedText,
  familyOf,
  readContractSignature,
  recordOf,
  recoverSigner,
  type SignatureReaders,
} from '@portside/chain';
import {
  formatMicro,
  parseMicro,
  type Data,
  type Input,
  type Network,
  type PayoutRequest,
  type PayoutWallet,
} from '@portside/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Hex } from 'viem';
import { requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  availableAccountOf,
  holdBalance,
  lockBalances,
  lockCommissionAccount,
  publishBalance,
  type MovementKind,
} from '../ledger/index.ts';
import { nextReference, notify } from '../notices/index.ts';
import { findNewestMethod, findUsablePaymentMethods } from '../payment-methods/index.ts';
import { requireOwnPassword } from '../sessions/index.ts';
import { readSetting } from '../settings/index.ts';
import { findUser } from '../users/index.ts';
import { parseAddressField } from '../wallets/index.ts';
import { openRequest, SHOWN_REQUESTS } from './request-payout.ts';
import { ownerOf, presentPayout, type PayoutRow } from './payouts.sql.ts';

const LIMIT_MS = 30 * DAY_MS;

declare module '../../platform/db/db.ts' {
  interface Database {
    confirmed_wallets: { user_id: bigint; network: Network; address: Hex; confirmed_at: Date };
  }
}

const least = (one: bigint, other: bigint): bigint => (other < one ? other : one);
const most = (one: bigint, other: bigint): bigint => (other > one ? other : one);

/** A movement of a balance, or of what its owner owes, negative where it left. */
type BalanceStep = {
  readonly id: bigint;
  readonly createdAt: Date;
  readonly kind: MovementKind;
  readonly amountMicro: bigint;
  /** Of sales and refunds. */
  readonly orderId: bigint | null;
  /** Of a top-up that counts as a gift, and of taking it back. */
  readonly isGift: boolean;
};

/**
 * What of a balance comes from own top-ups. They are spent first, so that no bonus, gift code or credit by hand is ever
 * paid out; a refund gives back first what was not theirs. A top-up that earned a bonus counts as a gift with it. Below
 * zero if more own top-ups were reversed than are left, or debts are larger: then part of what is held is not theirs.
 */
function ownPartOf(steps: readonly BalanceStep[]): bigint {
  let own = 0n;
  let gifts = 0n;
  /** What of an order's price was no own money and is not refunded yet. */
  const giftsIn = new Map<bigint, bigint>();
  /** Takes own money first, or gifts, and answers with the gifts. */
  const take = (amountMicro: bigint, isOwnFirst: boolean): bigint => {
    const first = most(isOwnFirst ? own : gifts, 0n);
    const fromFirst = amountMicro < first ? amountMicro : first;
    const [fromOwn, fromGifts] = isOwnFirst
      ? [fromFirst, amountMicro - fromFirst]
      : [amountMicro - fromFirst, fromFirst];
    own -= fromOwn;
    gifts -= fromGifts;
    return fromGifts;
  };
  for (const { kind, amountMicro, orderId, isGift } of steps) {
    if ((kind === 'credit' || kind === 'reversal') && !isGift) own += amountMicro;
    else if (kind === 'balanceHold' || kind === 'balanceReturn') own += amountMicro;
    else if (kind === 'reversalDebt' || kind === 'bonusReversalDebt') own += amountMicro;
    else if (kind === 'sale') giftsIn.set(orderId!, take(-amountMicro, true));
    else if (kind === 'refund') {
      const owed = giftsIn.get(orderId!) ?? amountMicro;
      const back = amountMicro < owed ? amountMicro : owed;
      giftsIn.set(orderId!, owed - back);
      gifts += back;
      own += amountMicro - back;
    } else if (amountMicro > 0n) gifts += amountMicro;
    else take(-amountMicro, !isGift && kind !== 'bonusReversal');
  }
  return own + least(gifts, 0n);
}

/**
 * Whether a deposit counts as a gift: it earned a bonus, or admins have assigned it to somebody who has not signed with
 * the wallet that sent it.
 */
const isGift = (depositId: RawBuilder<unknown>, userId: bigint): RawBuilder<boolean> => sql<boolean>`(
  exists (select from ledger_movements given where given.kind = 'bonus' and given.reference = ${depositId})
  or exists (select from proposals assigned
    where assigned.kind = 'depositAssignmentApproved' and assigned.subject = 'deposit:' || ${depositId}
      and assigned.state = 'applied')
  and not exists (select from confirmed_wallets own
    join deposits sent on sent.network = own.network and sent.from_address = own.address
    where own.user_id = ${userId} and sent.id = ${depositId}))`;

/** Oldest first. Costs as much as what the user has moved since the movement `after`. */
async function readSteps({ db }: Ctx, userId: bigint, after = 0n): Promise<BalanceStep[]> {
  const account = availableAccountOf(userId);
  const { rows } = await sql<BalanceStep>`
    select id, kind, micro as "amountMicro", created_at as "createdAt",
      case kind when 'sale' then reference
        when 'refund' then (select order_id from order_timeline where id = reference) end as "orderId",
      kind in ('credit', 'reversal') and ${isGift(sql`moved.reference`, userId)} as "isGift"
    from (
      select id, kind, reference, amount_micro as micro, created_at from ledger_movements
        where credit_account = ${account} and credit_account >= 1000 and id > ${after}
      union all
      select id, kind, reference, -amount_micro, created_at from ledger_movements
        where debit_account = ${account} and debit_account >= 1000 and id > ${after}
      union all
      select id, kind, reference, -amount_micro, created_at from ledger_movements
        where debit_account = (select id from ledger_accounts where user_id = ${userId} and kind = 'debt')
          and debit_account >= 1000 and id > ${after}) moved
    order by id`.execute(db);
  return rows;
}

/**
 * What can be read before the balance is locked, so that a long history keeps nobody waiting: up to an hour ago, because
 * an id is drawn before it is committed, but no transaction lasts as long.
 */
async function readSettled(ctx: Ctx, userId: bigint): Promise<BalanceStep[]> {
  const steps = await readSteps(ctx, userId);
  const since = ctx.clock.now().getTime() - HOUR_MS;
  const recent = steps.findIndex(({ createdAt }) => createdAt.getTime() >= since);
  return recent === -1 ? steps : steps.slice(0, recent);
}

/** Exact while the caller holds the lock of the balance; `settled` was read before that. */
const readOwnPart = async (ctx: Ctx, userId: bigint, settled: readonly BalanceStep[] = []): Promise<bigint> =>
  ownPartOf([...settled, ...(await readSteps(ctx, userId, settled.at(-1)?.id))]);

/**
 * Refuses whatever goes to somebody who is blocked (payoutOwnerBlocked). Of commission, refuses an amount of which a part
 * was taken back since it was held (balanceTooLow). Of a balance, refuses one of which a deposit was reversed since then
 * (balanceTooLow), and a wallet that nobody has signed with and that has sent less than goes back to it, now that its
 * deposits were reversed: what other wallets sent is not paid to it (payoutWalletUnknown). Locks the account that it
 * comes from.
 */
export async function requireStillOwn(step: Ctx, row: PayoutRow): Promise<void> {
  const userId = ownerOf(row);
  if ((await findUser(step.db, userId))?.status !== 'active') refuse('payoutOwnerBlocked');
  if (row.kind === 'commission') {
    const account = await lockCommissionAccount(step.db, userId);
    if ((account?.balanceMicro ?? 0n) < 0n) refuse('balanceTooLow', 'commission was taken back');
    return;
  }
  const settled = await readSettled(step, userId);
  await lockBalances(step.db, [userId]);
  if ((await readOwnPart(step, userId, settled)) < 0n) refuse('balanceTooLow', 'a top-up was reversed');
  const wallet = await findWallet(step, userId, row);
  if (!wallet || (wallet.micro ?? 0n) < 0n) refuse('payoutWalletUnknown', 'a top-up was reversed');
}

type Wallet = {
  readonly network: Network;
  readonly address: Hex;
  readonly isSigned: boolean;
  /** Sent and not asked back to it, below zero once too much of it was reversed; null where the wallet sets no limit. */
  readonly micro: bigint | null;
};

/** Wallets that have sent own top-ups, and those that the user has signed with, which have no limit of their own. */
async function listWallets({ db }: Ctx, userId: bigint): Promise<Wallet[]> {
  const { rows } = await sql<Wallet>`
    with sent as (
      select network, from_address as address, sum(amount_micro) as micro from deposits
      where user_id = ${userId} and state = 'credited' and not ${isGift(sql`deposits.id`, userId)}
      group by 1, 2),
    back as (
      select network, address, sum(amount_micro) as micro from payout_requests
      where kind = 'balance' and user_id = ${userId} and state not in ('rejected', 'cancelled') group by 1, 2)
    select network, address, true as "isSigned", null::bigint as micro from confirmed_wallets where user_id = ${userId}
    union all
    select sent.network, sent.address, false, (sent.micro - coalesce(back.micro, 0))::bigint
    from sent left join back on back.network = sent.network and back.address = sent.address
    where not exists (select from confirmed_wallets own where own.user_id = ${userId}
      and own.network = sent.network and own.address = sent.address)
    order by "isSigned" desc, micro desc, network, address`.execute(db);
  return rows;
}

const findWallet = async (
  ctx: Ctx,
  userId: bigint,
  { network, address }: Pick<PayoutRow, 'network' | 'address'>,
): Promise<Wallet | undefined> =>
  (await listWallets(ctx, userId)).find((one) => one.network === network && one.address === address);

/** What the user can still get back within 30 days. */
async function readRest({ db, clock }: Ctx, userId: bigint): Promise<bigint> {
  const { sum } = await db
    .selectFrom('payout_requests')
    .select(({ fn }) => fn.sum<string | null>('amount_micro').as('sum'))
    .where('kind', '=', 'balance')
    .where('user_id', '=', userId)
    .where('state', 'not in', ['rejected', 'cancelled'])
    .where('created_at', '>', new Date(clock.now().getTime() - LIMIT_MS))
    .executeTakeFirstOrThrow();
  const rest = (await readSetting(db, 'balancePayoutMaximumMicro')) - BigInt(sum ?? 0);
  return rest > 0n ? rest : 0n;
}

/** What of the balance can be paid back, and where to. */
export async function readOwnBalancePayouts(ctx: Ctx): Promise<Data<'readOwnBalancePayouts'>> {
  const { db, actor } = ctx;
  const { userId } = requireUser(actor);
  const requests = await db
    .selectFrom('payout_requests')
    .selectAll()
    .where('kind', '=', 'balance')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(SHOWN_REQUESTS)
    .execute();
  const isOn = await readSetting(db, 'balancePayouts');
  const methods = isOn ? await findUsablePaymentMethods(ctx) : [];
  const networks = methods.map(({ type }) => type);
  const ownMicro = isOn ? most(await readOwnPart(ctx, userId), 0n) : 0n;
  const wallets = isOn
    ? (await listWallets(ctx, userId)).filter(({ network }) => networks.includes(network))
    : [];
  return {
    is_on: isOn,
    payable: formatMicro(ownMicro),
    minimum: formatMicro(await readSetting(db, 'balancePayoutMinimumMicro')),
    maximum: formatMicro(await readRest(ctx, userId)),
    wait_hours: await readSetting(db, 'balancePayoutWaitHours'),
    networks,
    wallets: wallets.map(({ network, address, isSigned, micro }): PayoutWallet => ({
      type: network,
      address: formatAddress(network, address),
      is_signed: isSigned,
      payable: formatMicro(micro === null ? ownMicro : most(0n, least(micro, ownMicro))),
    })),
    requests: requests.map(presentPayout),
  };
}

type RequestInput = Input<'requestBalancePayout'> & { readonly idempotencyKey: string };

/**
 * Asks for own top-ups back and holds their amount. A repeated key answers with the same request. Refuses where the shop
 * pays nothing back (payoutsOff), a wrong password (oldPasswordWrong), a key used for something else (keyReused), a
 * second open request (payoutOpen), less than the least or more than what is left of the most (amountOutOfRange), more
 * than own top-ups left in the balance (balanceTooLow), a wallet that neither sent as much nor is confirmed
 * (payoutWalletUnknown), and what `openRequest` refuses.
 */
export async function requestBalancePayout(
  ctx: Ctx,
  { body, idempotencyKey }: RequestInput,
): Promise<PayoutRequest> {
  const { userId } = requireUser(ctx.actor);
  if (!(await readSetting(ctx.db, 'balancePayouts'))) refuse('payoutsOff');
  await requireOwnPassword(ctx, body.password);
  const amountMicro = parseMicro(body.amount);
  const address = parseAddressField(body.type, body.address, 'address');
  const settled = await readSettled(ctx, userId);
  const answer = await inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    // Serialises whatever changes the balance.
    if (!(await lockBalances(db, [userId])).has(userId)) refuse('notFound');
    return openRequest(step, {
      owner: { kind: 'balance', agent_id: null, user_id: userId },
      idempotencyKey,
      network: body.type,
      address,
      amountMicro,
      leastMicro: await readSetting(db, 'balancePayoutMinimumMicro'),
      requireCovered: async () => {
        if (amountMicro > (await readRest(step, userId)))
          refuse('amountOutOfRange', 'more than the shop pays back');
        if (amountMicro > (await readOwnPart(step, userId, settled))) refuse('balanceTooLow', 'own top-ups');
        const wallet = await findWallet(step, userId, { network: body.type, address });
        if (!wallet || (wallet.micro !== null && wallet.micro < amountMicro)) refuse('payoutWalletUnknown');
        const waitMs = (await readSetting(db, 'balancePayoutWaitHours')) * HOUR_MS;
        const payable_at = waitMs === 0 ? null : new Date(clock.now().getTime() + waitMs);
        return { is_signed: wallet.isSigned, payable_at };
      },
      reserve: async (requestId) => {
        const { balanceMicro } = await holdBalance(step, { requestId, userId, amountMicro });
        publishBalance(step, userId, balanceMicro);
      },
    });
  });
  crashPoint('payout request: after commit');
  return answer;
}

/** How long a message can be signed. */
const TEXT_MS = 15 * MINUTE_MS;

/** The message that a wallet signs: the same for the same user, wallet and moment, so that nothing has to be kept. */
async function textOf(ctx: Ctx, network: Network, address: Hex, expiresAt: string): Promise<string> {
  const { username } = (await findUser(ctx.db, requireUser(ctx.actor).userId)) ?? refuse('notSignedIn');
  return [
    `${new URL(ctx.publicUrl).host}: the wallet ${formatAddress(network, address)} on ${network}`,
    `is mine, and my balance as the user ${username} may be paid back to it.`,
    'This signature moves no money and gives no one access to any.',
    `Valid until ${expiresAt}.`,
  ].join('\n');
}

/** Refuses an address that is none (invalidFormat). */
export async function createPayoutWalletText(
  ctx: Ctx,
  { body }: Input<'createPayoutWalletText'>,
): Promise<Data<'createPayoutWalletText'>> {
  const expires_at = new Date(ctx.clock.now().getTime() + TEXT_MS).toISOString();
  return {
    text: await textOf(ctx, body.type, parseAddressField(body.type, body.address, 'address'), expires_at),
    expires_at,
  };
}

/**
 * Confirms a wallet by its signature; one that is a contract is asked itself. Refuses a wrong password
 * (oldPasswordWrong), a message that is over (claimTextExpired), and a signature of another wallet (signerNotSender).
 */
export async function confirmPayoutWallet(
  ctx: Ctx,
  { body }: Input<'confirmPayoutWallet'>,
  chains: Partial<Record<Network, SignatureReaders>>,
): Promise<Data<'confirmPayoutWallet'>> {
  const { userId } = requireUser(ctx.actor);
  const { type } = body;
  await requireOwnPassword(ctx, body.password);
  const now = ctx.clock.now().getTime();
  const until = Date.parse(body.expires_at);
  if (until < now || until > now + TEXT_MS) refuse('claimTextExpired');
  const address = parseAddressField(type, body.address, 'address');
  const text = await textOf(ctx, type, address, body.expires_at);
  const signature = (body.signature.startsWith('0x') ? body.signature : `0x${body.signature}`) as Hex;
  // Before the transaction, which must not wait for a node.
  if ((await recoverSigner(type, text, signature)) !== address) {
    const method = (await findNewestMethod(ctx, type)) ?? refuse('signerNotSender');
    const signed = {
      isOnTron: familyOf(type) === 'tron',
      chainId: Number(method.chain_id),
      hash: hashSignedText(type, text),
      signature,
      wallet: address,
    };
    const readers = chains[type];
    if (!readers || (await readContractSignature(readers, signed)) !== true) refuse('signerNotSender');
  }
  return inTransaction(ctx, async (step) => {
    const written = await step.db
      .insertInto('confirmed_wallets')
      .values({ user_id: userId, network: type, address, confirmed_at: step.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    const after = { network: type, address: formatAddress(type, address) };
    if (written.numInsertedOrUpdatedRows === 1n) {
      const facts = { network: recordOf(type).name, address: after.address };
      const reference = await nextReference(step.db);
      await notify(step, { userId, event: 'payoutWalletConfirmed', reference, facts });
      await recordAudit(step, { action: 'payout.wallet', subject: `user:${userId}`, after });
    }
    return { type, address: after.address };
  });
}
