import {
  explorerTxUrl,
  lookUpTransaction,
  pinnedToken,
  recordOf,
  typicalFinalityBlocks,
  type ChainNode,
  toMicro,
  type LookedUpTransaction,
} from '@portside/chain';
import {
  formatMicro,
  NETWORKS,
  type NamedPayment,
  type NamedPaymentState,
  type Network,
} from '@portside/contract';
import { type Hex, formatUnits } from 'viem';
import { requirePayer } from '../../../platform/actor.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { listOwnAddresses } from '../../deposit-addresses/index.ts';
import { lockBalances } from '../../ledger/index.ts';
import { listWatchedMethods } from '../../payment-methods/index.ts';
import {
  countNames,
  insertName,
  listDueNames,
  listNamedRows,
  listNamedTransfers,
  nameAgain,
  nameFor,
  NOBODY,
  saveLook,
  type Look,
  type NamedBy,
  type NamedPaymentRow,
  type NamedTransfer,
} from './named-payments.sql.ts';

/** The nodes of each network that is followed. */
export type LookUpChains = Partial<Record<Network, { readonly nodes: readonly ChainNode[] }>>;

/** A buyer waits for the first look; later ones are a job's. */
const FIRST_LOOK_MS = 2_500;
const LATER_LOOK_MS = 6_000;
/** Of a day; each costs a call to every network, again and again for hours. */
const MOST_UNSEEN = 20;
/** All that a user names in a day. */
const MOST_NAMED = 100;
/** A transaction that nobody has seen is looked for so long. */
const LOOKED_FOR_MS = 6 * HOUR_MS;
const LOOKS_AT_ONCE = 4;

type Named = {
  readonly txHash: Hex;
  /** What it was named for. */
  readonly network: Network;
  readonly orderId: string | null;
};

/**
 * Remembers a transaction that the caller names as their payment, and looks it up: first among recorded transfers, then at
 * one node of each network. One that was looked for long enough is looked for again. Credits nothing. Of somebody who
 * names many, or many that nobody has seen, no more are remembered.
 */
export async function namePayment(ctx: Ctx, { txHash, network, orderId }: Named, chains: LookUpChains) {
  const { userId } = requirePayer(ctx.actor);
  const row = await inTransaction(ctx, async ({ db, clock }) => {
    // One at a time for each user, so that concurrent calls cannot bypass the limits.
    await lockBalances(db, [userId]);
    const now = clock.now();
    const [known] = await listNamedRows(db, [{ userId, txHash }]);
    if (known && orderId !== null) await nameFor(db, known.id, { named_network: network, order_id: orderId });
    const isLookedFor = known && (known.state !== 'notSeen' || known.look_at !== null);
    if (isLookedFor) return null;
    const { all, unseen } = await countNames(db, userId, new Date(now.getTime() - DAY_MS));
    if (all >= MOST_NAMED || unseen >= MOST_UNSEEN) return null;
    if (known) return nameAgain(db, known.id, now);
    const name = { named_network: network, order_id: orderId, named_at: now };
    return insertName(db, { user_id: userId, tx_hash: txHash, ...name });
  });
  if (row) await lookAt(ctx, row, chains, FIRST_LOOK_MS);
}

/**
 * Looks again at what was named and not settled. Never more than a few at once, so that nodes' limits hold. One that fails
 * is logged and waits for its next look, so that it holds up no others.
 */
export async function lookAtNamedPayments(ctx: Ctx, chains: LookUpChains): Promise<{ more: boolean }> {
  const due = await listDueNames(ctx.db, ctx.clock.now(), LOOKS_AT_ONCE);
  const lookAgain = async (row: NamedPaymentRow): Promise<void> => {
    try {
      await lookAt(ctx, row, chains, LATER_LOOK_MS);
    } catch (error) {
      // Fails as well while the database is down, and so does the job.
      await saveLook(ctx.db, row.id, { look_at: nextLook(ctx, row) });
      ctx.log.error({ err: error, namedPayment: String(row.id) }, 'a look at a named payment failed');
    }
  };
  await Promise.all(due.map(lookAgain));
  return { more: false };
}

/** Not in a transaction: it waits for nodes. */
async function lookAt(ctx: Ctx, row: NamedPaymentRow, chains: LookUpChains, ms: number): Promise<void> {
  const [recorded] = await listNamedTransfers(ctx.db, [{ userId: row.user_id, txHash: row.tx_hash }]);
  const look = recorded ? lookAtRecorded(ctx, row, recorded) : await lookAtNodes(ctx, row, chains, ms);
  await saveLook(ctx.db, row.id, look);
}

/** What is not decided by itself any more is looked at no more: its state is read where it is shown. */
function lookAtRecorded(ctx: Ctx, row: NamedPaymentRow, transfer: NamedTransfer): Look {
  return {
    state: stateOf(transfer),
    network: transfer.network,
    chain_id: transfer.chain_id,
    block_number: transfer.block_number,
    amount: formatMicro(transfer.amount_micro),
    token_address: null,
    sender_address: transfer.from_address,
    receiver_address: transfer.to_address,
    confirmations: confirmationsOf(transfer),
    look_at: transfer.state === 'seen' || transfer.state === 'final' ? nextLook(ctx, row) : null,
  };
}

/** Asks all networks at once; whichever has it says what it was. */
async function lookAtNodes(ctx: Ctx, row: NamedPaymentRow, chains: LookUpChains, ms: number): Promise<Look> {
  const looked = await Promise.all(
    NETWORKS.map(async (network) => {
      const nodes = chains[network]?.nodes ?? [];
      return { network, transaction: await lookUpTransaction(nodes, row.tx_hash, ms) };
    }),
  );
  const found = looked.flatMap(({ network, transaction }) => (transaction ? [{ network, transaction }] : []));
  if (found.length === 0) return { look_at: nextLook(ctx, row) };
  const receivers = await readReceivers(ctx, row.user_id);
  const told = found.map(({ network, transaction }) => ({
    network,
    transaction,
    what: whatItWas(network, transaction, receivers),
  }));
  // The same hash on two networks: what concerns the shop counts.
  const { network, transaction, what } = told.find(({ what }) => what.state !== 'otherAddress') ?? told[0]!;
  const chainId = receivers.chainIds[network] ?? recordOf(network).mainChainId;
  const confirmations = Math.max(0, transaction.head - transaction.blockNumber);
  const isDeep = confirmations >= typicalFinalityBlocks(network, chainId);
  return {
    state: what.state,
    network,
    chain_id: BigInt(chainId),
    block_number: transaction.blockNumber,
    amount: what.amount,
    token_address: what.token,
    sender_address: what.sender,
    receiver_address: what.receiver,
    confirmations,
    look_at: isDeep && what.state !== 'confirming' ? null : nextLook(ctx, row),
  };
}

type KnownReceivers = Receivers & { readonly chainIds: Partial<Record<Network, number>> };

/** Where payments of a buyer are read: wallets of the shop and their own addresses, by network. */
async function readReceivers(ctx: Ctx, userId: bigint): Promise<KnownReceivers> {
  const networksOf = new Map<Hex, Set<Network>>();
  const add = (address: Hex, network: Network) =>
    networksOf.set(address, (networksOf.get(address) ?? new Set()).add(network));
  const tokens: Partial<Record<Network, Hex>> = {};
  const chainIds: Partial<Record<Network, number>> = {};
  for (const network of NETWORKS) {
    const methods = await listWatchedMethods(ctx, network, ctx.clock.now());
    for (const { wallet_address: wallet } of methods) add(wallet, network);
    const [newest] = methods;
    const token = newest?.contract_address ?? pinnedToken(network, recordOf(network).mainChainId);
    if (token) tokens[network] = token;
    if (newest) chainIds[network] = Number(newest.chain_id);
  }
  for (const { address, network } of await listOwnAddresses(ctx.db, userId)) add(address, network);
  return { networksOf, tokens, chainIds };
}

/** The longer ago it was named, the later; null once it was looked for long enough. */
function nextLook({ clock }: Ctx, { named_at }: NamedPaymentRow): Date | null {
  const now = clock.now().getTime();
  const sinceMs = now - named_at.getTime();
  if (sinceMs > LOOKED_FOR_MS) return null;
  return new Date(now + Math.min(30 * MINUTE_MS, Math.max(10 * SECOND_MS, sinceMs / 3)));
}

const OWN_STATES: Record<NamedTransfer['state'], NamedPaymentState> = {
  seen: 'confirming',
  final: 'confirming',
  small: 'small',
  held: 'review',
  unmatched: 'review',
  credited: 'credited',
  rejected: 'rejected',
  reversed: 'rejected',
};

/** At a wallet of the shop, what is not this buyer's is open to a claim, unless it was decided. */
function stateOf({ state, is_own, is_credited }: NamedTransfer): NamedPaymentState {
  if (is_own || is_credited) return OWN_STATES[state];
  if (state === 'held') return 'review';
  return state === 'credited' || state === 'rejected' || state === 'reversed' ? 'rejected' : 'unmatched';
}

const confirmationsOf = ({ state, head, block_number }: NamedTransfer): number | null =>
  head === null || (state !== 'seen' && state !== 'final') ? null : Math.max(0, head - block_number);

/** What named transactions are now: as recorded, otherwise as at the last look. By user and hash; without those not seen. */
export async function presentNamed(
  { db }: Pick<Ctx, 'db'>,
  named: readonly NamedBy[],
): Promise<(by: NamedBy) => NamedPayment | null> {
  if (named.length === 0) return () => null;
  const [transfers, rows] = await Promise.all([listNamedTransfers(db, named), listNamedRows(db, named)]);
  return ({ userId, txHash }) => {
    const row = rows.find((one) => one.user_id === userId && one.tx_hash === txHash);
    const own = transfers.filter((one) => one.user_id === userId && one.tx_hash === txHash);
    if (own.length > 0) return presentRecorded(own);
    return row ? presentRow(row) : null;
  };
}

/** All that one transaction has paid on its chain is one payment, in the state of its first part. */
function presentRecorded(transfers: readonly NamedTransfer[]): NamedPayment {
  const first = transfers.find(({ is_own }) => is_own) ?? transfers[0]!;
  const parts = transfers.filter((one) => one.chain_id === first.chain_id && one.is_own === first.is_own);
  const state = stateOf(first);
  return {
    ...placeOf(first.network, first.chain_id, first.tx_hash),
    state,
    amount: formatMicro(parts.reduce((sum, { amount_micro }) => sum + amount_micro, 0n)),
    can_sign: first.from_address !== NOBODY,
    confirmations: confirmationsOf(first),
  };
}

function presentRow({
  state,
  network,
  chain_id,
  tx_hash,
  amount,
  sender_address: sender,
  confirmations,
}: NamedPaymentRow): NamedPayment | null {
  if (state === 'notSeen' || network === null || chain_id === null) return null;
  return {
    ...placeOf(network, chain_id, tx_hash),
    state,
    amount,
    can_sign: sender !== NOBODY,
    confirmations: state === 'confirming' ? confirmations : null,
  };
}

const placeOf = (network: Network, chainId: bigint, txHash: Hex) => ({
  type: network,
  confirmations_needed: typicalFinalityBlocks(network, Number(chainId)),
  tx_url: explorerTxUrl(network, Number(chainId), txHash),
});

/** What would have been a payment to its buyer. */
type Receivers = {
  /** The networks on which each address is read: wallets of the shop, and the buyer's own addresses. */
  readonly networksOf: ReadonlyMap<Hex, ReadonlySet<Network>>;
  /** The USDT contract of each network. */
  readonly tokens: Partial<Record<Network, Hex>>;
};

/** What a transaction was; `amount` is a decimal in USDT or, by `coin`, in the network's coin. */
type WhatItWas = {
  readonly state: NamedPaymentState;
  readonly amount: string | null;
  readonly token: Hex | null;
  readonly sender: Hex;
  readonly receiver: Hex | null;
};

/**
 * What a transaction of a network was, if it is not recorded as a payment: the first thing that it moved to an address
 * of the buyer's or the shop's, USDT before other tokens before the coin.
 */
function whatItWas(
  network: Network,
  { isFailed, coin, transfers }: LookedUpTransaction,
  { networksOf, tokens }: Receivers,
): WhatItWas {
  const { token: record, coin: coinRecord } = recordOf(network);
  const nothing = { amount: null, token: null, sender: coin.from, receiver: coin.to };
  if (isFailed) return { state: 'failed', ...nothing };
  const toUs = transfers.filter(({ to, units }) => units > 0n && networksOf.has(to));
  const usdt =
    toUs.find(({ token, to }) => token === tokens[network] && networksOf.get(to)!.has(network)) ??
    toUs.find(({ token }) => token === tokens[network]);
  if (usdt) {
    const { units, token, from: sender, to: receiver } = usdt;
    const state = networksOf.get(receiver)!.has(network) ? 'confirming' : 'otherNetwork';
    return { state, amount: formatMicro(toMicro(units, record.decimals)), token, sender, receiver };
  }
  const [other] = toUs;
  if (other)
    return { state: 'otherToken', amount: null, token: other.token, sender: other.from, receiver: other.to };
  if (coin.to !== null && coin.units > 0n && networksOf.has(coin.to))
    return { state: 'coin', ...nothing, amount: formatUnits(coin.units, coinRecord.decimals) };
  return { state: 'otherAddress', ...nothing };
}
