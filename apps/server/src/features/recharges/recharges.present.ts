import { explorerTxUrl, formatAddress, formatTxHash, typicalFinalityBlocks } from '@portside/chain';
import { formatMicro, type NamedPayment, type Recharge } from '@portside/contract';
import { listStatuses, presentNamed, type NamedBy } from '../deposits/index.ts';
import { missingMicro } from './crediting/match-payment.ts';
import { createTermsCheck, type OwnTerms, type TermsReader } from './check-payment-terms.ts';
import { shownStateOf, statusOf } from './recharge-states.ts';
import { sumBonusesOf } from './receipts.sql.ts';
import type { RechargeRow } from './recharges.sql.ts';
import { findNearMisses, findPaidOn, type ChainRef, type NearMiss } from './near-misses.ts';
import type { Ctx } from '../../platform/context.ts';

const HIDDEN = {
  contract_address: null,
  wallet_address: null,
  receiver_address: null,
  checkout_address: null,
};

type Reading = { readonly head: number | null; readonly checked_at: Date | null };
type Known = {
  readonly reading: Reading;
  /** What the submitted transaction was. */
  readonly named: NamedPayment | null;
  readonly nearMiss: NearMiss | undefined;
  /** The chain of the payment that counts; undefined while none does. */
  readonly paidOn: ChainRef | undefined;
  readonly bonusMicro: bigint | undefined;
};

const UNREAD: Reading = { head: null, checked_at: null };

/**
 * Top-ups in the contract's shape, with confirmations as of the follower's last scan. Addresses that are not the shop's
 * are hidden.
 */
export async function presentRecharges(ctx: TermsReader, rows: readonly RechargeRow[]): Promise<Recharge[]> {
  if (rows.length === 0) return [];
  const networks = rows.map(({ network }) => network);
  const findTerms = await createTermsCheck(ctx, networks);
  const statuses = await listStatuses(ctx.db, [...new Set(rows.map((row) => row.chain_id))]);
  const readings = new Map<bigint, Reading>(statuses.map((status) => [status.chain_id, status]));
  const submitted = rows.flatMap((row) => namedBy(row) ?? []);
  const namedAs = await presentNamed(ctx, submitted);
  const nearMisses = await findNearMisses(ctx.db, rows.filter(mayBeMissed));
  const paidOn = await findPaidOn(ctx.db, rows);
  const credited = rows.filter(({ credited_micro: micro }) => micro > 0n);
  const bonuses = await sumBonusesOf(
    ctx.db,
    credited.map(({ id }) => id),
  );
  return rows.map((row) => {
    const terms = findTerms(row);
    const by = namedBy(row);
    const known = {
      reading: readings.get(row.chain_id) ?? UNREAD,
      named: by && namedAs(by),
      nearMiss: nearMisses.get(row.id),
      paidOn: paidOn.get(row.id),
      bonusMicro: bonuses.get(row.id),
    };
    return {
      ...presentRecharge(row, known),
      own_address: presentOwn(row, terms?.own ?? null),
      ...(terms === null && HIDDEN),
    };
  });
}

const presentOwn = ({ network }: RechargeRow, own: OwnTerms | null): Recharge['own_address'] =>
  own && {
    factory_address: formatAddress(network, own.factory.factory),
    wallet_address: formatAddress(network, own.factory.treasury),
    salt: own.salt,
  };

function presentRecharge(row: RechargeRow, known: Known): Omit<Recharge, 'own_address'> {
  const { head } = known.reading;
  const { network, checkout_address, sender_address, tx_hash, paid_block } = row;
  const paidOn = known.paidOn ?? { network, chain_id: row.chain_id };
  const chainId = Number(row.chain_id);
  const missing = missingMicro(row);
  // One constant figure, so that progress never appears to go backwards.
  const depth = typicalFinalityBlocks(network, chainId);
  const address = (hex: typeof row.wallet_address) => formatAddress(network, hex);
  const confirmations =
    paid_block === null || head === null ? null : Math.min(depth, Math.max(0, head - paid_block));
  return {
    order_id: row.order_id,
    type: network,
    chain_id: chainId,
    mode: isToOwnAddress(row) ? 'own_addresses' : 'exact_amount',
    requested: row.is_requested,
    amount: formatMicro(row.amount_micro),
    pay_amount: formatMicro(row.pay_amount_micro),
    credited_amount: row.credited_micro > 0n ? formatMicro(row.credited_micro) : null,
    bonus_amount: known.bonusMicro === undefined ? null : formatMicro(known.bonusMicro),
    missing_amount: row.credited_micro > 0n && missing > 0n ? formatMicro(missing) : null,
    contract_address: address(row.contract_address),
    wallet_address: address(row.wallet_address),
    checkout_address: checkout_address && address(checkout_address),
    order_ref: row.order_ref,
    status: statusOf(row.state),
    sub_state: shownStateOf(row.state, confirmations),
    confirmations,
    confirmations_needed: depth,
    sender_address: sender_address && address(sender_address),
    receiver_address: address(row.wallet_address),
    tx_hash: tx_hash && formatTxHash(paidOn.network, tx_hash),
    tx_url: tx_hash && explorerTxUrl(paidOn.network, Number(paidOn.chain_id), tx_hash),
    submitted: presentSubmitted(row, known),
    near_miss: known.nearMiss ?? null,
    awaits_payment: awaitsPayment(row),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}

function presentSubmitted(
  { network, submitted_tx_hash, submitted_at }: RechargeRow,
  { reading, named }: Known,
): Recharge['submitted'] {
  if (submitted_tx_hash === null || submitted_at === null) return null;
  return {
    tx_hash: formatTxHash(network, submitted_tx_hash),
    submitted_at: submitted_at.toISOString(),
    checked_at: reading.checked_at?.toISOString() ?? null,
    is_found: named !== null && ARRIVED.has(named.state),
    payment: named,
  };
}

/** What has reached the shop or is on its way to it. */
const ARRIVED: ReadonlySet<NamedPayment['state']> = new Set([
  'confirming',
  'small',
  'review',
  'credited',
  'rejected',
  'unmatched',
]);

const namedBy = ({ user_id: userId, submitted_tx_hash: txHash }: RechargeRow): NamedBy | null =>
  txHash && { userId, txHash };

type Terms = Pick<RechargeRow, 'state' | 'is_reserved' | 'amount_micro' | 'pay_amount_micro'>;

/** A reserved amount always has digits beyond what the buyer chose. */
const isToOwnAddress = ({ amount_micro, pay_amount_micro }: Terms): boolean =>
  amount_micro === pay_amount_micro;

/**
 * Whether a payment of a top-up may still come and count: it is open, or it ended unpaid while its amount is still
 * reserved for it. At the buyer's own address payments are credited without an end.
 */
export const awaitsPayment = (row: Terms): boolean =>
  statusOf(row.state) === 'recharging' ||
  ((row.state === 'expired' || row.state === 'cancelled') && (row.is_reserved || isToOwnAddress(row)));

/** Whether a payment that nearly answers it may be shown: it waits for one of exactly its amount. */
const mayBeMissed = (row: RechargeRow): boolean =>
  (row.state === 'waiting' || row.state === 'expired') && awaitsPayment(row) && !isToOwnAddress(row);

/**
 * Tells each buyer's open pages which top-up has changed; they fetch its state. Addresses, above all, never travel in
 * live events.
 */
export function publishRecharges(ctx: Ctx, rows: readonly RechargeRow[]): void {
  for (const { user_id: to, order_id } of rows)
    ctx.live.publish({ to, name: 'rechargeMoved', data: { order_id } });
}
