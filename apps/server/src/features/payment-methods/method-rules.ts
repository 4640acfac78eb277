import {
  isHexForm,
  isPrivateChain,
  parseAddressOrNull,
  pinnedToken,
  chainNameOf,
  formatAddress,
} from '@portside/chain';
import type { Network, PaymentMode, KeptPaymentMethod, PaymentMethod } from '@portside/contract';
import type { Hex } from 'viem';
import { refuseField } from '../../platform/refusal.ts';
import type { NewMethod, PaymentMethodRow } from './payment-methods.sql.ts';

/** A payment method as entered by an admin; addresses in the network's format. */
export type MethodInput = {
  readonly type: Network;
  readonly chain_id: number;
  readonly contract_address?: string | undefined;
  readonly wallet_address: string;
  readonly checkout_address?: string | null | undefined;
  /** Default: exact_amount. */
  readonly mode?: PaymentMode | undefined;
  readonly factory_address?: string | null | undefined;
};

const ZERO_ADDRESS: Hex = `0x${'0'.repeat(40)}`;

/**
 * Parses addresses in the network's format and fills in the chain's USDT contract where absent. Refuses an
 * invalid address (invalidFormat), a missing contract (missingParameters), what `requireSafe` refuses, the zero address,
 * and one address for two purposes (parameterError), and own addresses without a factory (missingParameters).
 */
export function parseMethod(input: MethodInput, isOnLoopback: boolean): NewMethod {
  const { type, chain_id: chainId } = input;
  const contract =
    input.contract_address === undefined
      ? (pinnedToken(type, chainId) ?? refuseField('missingParameters', 'contract_address', 'missing'))
      : parse(type, 'contract_address', input.contract_address);
  const method: NewMethod = {
    type,
    chain_id: BigInt(chainId),
    contract_address: contract,
    wallet_address: parse(type, 'wallet_address', input.wallet_address),
    checkout_address: input.checkout_address ? parse(type, 'checkout_address', input.checkout_address) : null,
    mode: input.mode ?? 'exact_amount',
    factory_address: input.factory_address ? parse(type, 'factory_address', input.factory_address) : null,
  };
  requireSafe(method, isOnLoopback);
  const { wallet_address: wallet, checkout_address: checkout } = method;
  if (wallet === ZERO_ADDRESS) refuseField('parameterError', 'wallet_address', 'wrong');
  if (checkout === ZERO_ADDRESS) refuseField('parameterError', 'checkout_address', 'wrong');
  if (wallet === contract) refuseField('parameterError', 'wallet_address', 'twice');
  if (checkout === wallet || checkout === contract)
    refuseField('parameterError', 'checkout_address', 'twice');
  requireFactory(method);
  return method;
}

/**
 * Refuses another token than the pinned one of a public chain, and a private chain, where anyone can mint money, unless
 * its nodes are on this machine (parameterError).
 */
export function requireSafe(method: NewMethod, isOnLoopback: boolean): void {
  if (!isTokenTrusted(method)) refuseField('parameterError', 'contract_address', 'wrong');
  if (isPrivateChain(method.type, Number(method.chain_id)) && !isOnLoopback)
    refuseField('parameterError', 'chain_id', 'wrong');
}

/** Own addresses need a factory, which is none of the other addresses. */
function requireFactory({ mode, factory_address: factory, ...method }: NewMethod): void {
  if (mode === 'own_addresses' && factory === null)
    refuseField('missingParameters', 'factory_address', 'missing');
  if (factory === null) return;
  if (factory === ZERO_ADDRESS) refuseField('parameterError', 'factory_address', 'wrong');
  if ([method.wallet_address, method.contract_address, method.checkout_address].includes(factory))
    refuseField('parameterError', 'factory_address', 'twice');
}

const parse = (type: Network, field: string, text: string): Hex =>
  parseAddressOrNull(type, text) ??
  refuseField('invalidFormat', field, isHexForm(type, text) ? 'hex' : 'wrong');

type Token = Pick<PaymentMethodRow, 'type' | 'chain_id' | 'contract_address'>;

/** Whether the token is the pinned one of its chain, or the chain has none. Protects against a manipulated row. */
export function isTokenTrusted({ type, chain_id, contract_address }: Token): boolean {
  const pinned = pinnedToken(type, Number(chain_id));
  return pinned === null || pinned === contract_address;
}

/** Whether the method is enabled and its token trusted. */
export const isUsable = (method: PaymentMethodRow): boolean => method.enabled && isTokenTrusted(method);

/** The prefix of every address of a network, which distinguishes none. */
const PREFIX = /^(0x|T)/i;

/** People compare the ends of an address, and wallets shorten it to them. */
const SAME_AT_ONE_END = 4;

const SAME_AT_BOTH_ENDS = 3;

/**
 * The first known address that a proposed one resembles without being equal: four of the first or of the
 * last characters are the same, or three of both, whatever their case. That is what address poisoning makes, and what
 * chance hardly ever does. Null where there is none.
 */
export function findLookAlike(proposed: string | null, known: readonly (string | null)[]): string | null {
  if (proposed === null || known.includes(proposed)) return null;
  return known.find((one) => one !== null && looksLike(proposed, one)) ?? null;
}

function looksLike(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.replace(PREFIX, '').toLowerCase()) as [string, string];
  const first = countSame((index) => a[index] === b[index], a.length);
  const last = countSame((index) => a.at(-1 - index) === b.at(-1 - index), a.length);
  return Math.max(first, last) >= SAME_AT_ONE_END || Math.min(first, last) >= SAME_AT_BOTH_ENDS;
}

/** How many characters are the same, from one end on. */
function countSame(isSame: (index: number) => boolean, length: number): number {
  let count = 0;
  while (count < length && isSame(count)) count += 1;
  return count;
}

/** A payment method in a proposal; addresses in the network's format. */
type TreasuryTerms = {
  readonly type: Network;
  readonly chain_id: number;
  readonly contract_address: string;
  readonly wallet_address: string;
  readonly checkout_address: string | null;
  readonly mode: PaymentMode;
  readonly factory_address: string | null;
};

/** With the former values, so that the approver sees both; null where there was no method. */
export type TreasuryChange = TreasuryTerms & {
  readonly [Name in `former_${Exclude<keyof TreasuryTerms, 'type'>}`]: string | number | null;
} & {
  /** Whether a node confirmed that the checkout contract pays to this wallet. */
  readonly checkout_proven: boolean;
  /** An address of the shop, present or former, that the new one resembles; null if there is none. */
  readonly wallet_looks_like: string | null;
  readonly checkout_looks_like: string | null;
  readonly factory_looks_like: string | null;
};

export type TopUpsTerms = {
  readonly type: Network;
  readonly method_id: string;
  readonly chain_id: number;
  readonly wallet_address: string;
};

export function presentPaymentMethod(row: NewMethod): PaymentMethod {
  const { type, checkout_address, factory_address } = row;
  const chainId = Number(row.chain_id);
  return {
    type,
    chain_id: chainId,
    network_name: chainNameOf(type, chainId),
    contract_address: formatAddress(type, row.contract_address),
    wallet_address: formatAddress(type, row.wallet_address),
    checkout_address: checkout_address && formatAddress(type, checkout_address),
    mode: row.mode,
    factory_address: factory_address && formatAddress(type, factory_address),
  };
}

/** A method as admins see it, current or retired, that was read with its seal. */
export const presentKeptMethod = (row: PaymentMethodRow): KeptPaymentMethod => ({
  ...presentPaymentMethod(row),
  id: row.id.toString(),
  enabled: row.enabled,
  trusted: isTokenTrusted(row),
  sealed: true,
  created_at: row.created_at.toISOString(),
  retired_at: row.retired_at?.toISOString() ?? null,
});

/** The facts of a method for proposals and the audit log. */
export function factsOfMethod(method: NewMethod): TreasuryTerms {
  const { network_name: _, ...facts } = presentPaymentMethod(method);
  return facts;
}
