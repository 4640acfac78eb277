import * as z from 'zod/mini';
import { UsdtAmount, line, Time } from '../wire/values.ts';
import { endpoints } from '../wire/endpoint.ts';
import { OrderId, Recharge, TxHash } from './recharges.ts';

/**
 * Paying a top-up with a connected wallet: tickets that open it in another browser, allowances, and access to a TRON
 * node.
 */

const Address = line(64, 1);
const HexText = (longest: number) =>
  z.string().check(z.regex(/^(0x)?([0-9a-fA-F]{2})+$/), z.maxLength(longest));
const ticketText = z.string().check(z.regex(/^[\w-]{43}$/));
const walletQuery = z.object({ wallet_address: Address });

const AUTHORIZATION_MODES = ['safe', 'whitelist'] as const;
export const AuthorizationMode = z.enum(AUTHORIZATION_MODES);
export type AuthorizationMode = z.infer<typeof AuthorizationMode>;

export const Authorization = z.object({
  order_id: z.string(),
  wallet_address: z.string(),
  mode: AuthorizationMode,
  amount: z.string(),
  /** The checkout contract, which is the spender. */
  contract_address: z.string(),
  tx_hash: z.nullable(z.string()),
  created_at: Time,
});
export type Authorization = z.infer<typeof Authorization>;

export const AllowanceCaps = z.object({
  /** Safe mode: exactly this top-up's amount, up to the safe cap; null if only a transfer is offered. */
  safe: z.nullable(z.string()),
  /** Whitelist mode: the wallet's own cap; null for a wallet not on the operator's list. */
  whitelist: z.nullable(z.string()),
});
export type AllowanceCaps = z.infer<typeof AllowanceCaps>;

export const rechargeWalletsEndpoints = endpoints({
  createTicket: {
    access: 'user',
    perMinute: 20,
    summary:
      'Create a link that opens this payment in a wallet on another device, once and within ten minutes. A newer link ' +
      'replaces it. Refused if the top-up is paid or has ended',
    params: OrderId,
    data: z.object({ url: z.string(), expires_at: Time }),
  },
  openTicket: {
    access: 'visitor',
    perMinute: 20,
    summary:
      'Redeem a ticket: returns a token that can show and pay one top-up, and nothing else. Refused, without using it up, ' +
      'while the buyer is blocked and if the top-up has ended unpaid',
    body: z.object({ ticket: ticketText }),
    data: z.object({ token: z.string(), expires_at: Time, recharge: Recharge }),
  },
  readAllowanceCaps: {
    access: 'payer',
    summary: 'How much allowance a wallet may grant the checkout contract',
    params: OrderId,
    query: walletQuery,
    data: AllowanceCaps,
  },
  createAuthorization: {
    access: 'payer',
    perMinute: 60,
    summary:
      'Record the allowance a wallet is about to grant, or the transaction that granted it; refused above its cap',
    params: OrderId,
    body: z.object({
      wallet_address: Address,
      mode: AuthorizationMode,
      amount: UsdtAmount,
      tx_hash: z.optional(TxHash),
    }),
    data: Authorization,
  },
  readTronWallet: {
    access: 'payer',
    perMinute: 120,
    summary: 'Balance and allowance of a TRON wallet',
    params: OrderId,
    query: walletQuery,
    data: z.object({ usdt: z.string(), trx: z.string(), allowance: z.string() }),
  },
  readTronChain: {
    access: 'payer',
    perMinute: 120,
    summary: "The checkout's code on TRON, and the price of energy",
    params: OrderId,
    data: z.object({ checkout_code: z.nullable(z.string()), sun_per_energy: z.int() }),
  },
  tryTronCall: {
    access: 'payer',
    perMinute: 120,
    summary: 'Simulate a call of the token or the checkout on TRON',
    params: OrderId,
    body: z.object({ wallet_address: Address, contract_address: Address, data: HexText(1_000) }),
    data: z.object({
      is_refused: z.boolean(),
      energy: z.int(),
      /** A recent block for the transaction to refer to. */
      block: z.object({ id: z.string(), number: z.int(), timestamp_ms: z.int() }),
    }),
  },
  sendTronTransaction: {
    access: 'payer',
    perMinute: 30,
    summary: 'Broadcast a signed transaction of the token or the checkout on TRON',
    params: OrderId,
    body: z.object({ raw_data_hex: HexText(4_000), signature: HexText(140) }),
    data: z.object({ tx_hash: z.string() }),
  },
  readTronTransaction: {
    access: 'payer',
    perMinute: 120,
    summary: 'Whether a TRON transaction is in a block, and its result',
    params: z.object({ ...OrderId.shape, tx_hash: TxHash }),
    data: z.object({ state: z.enum(['waiting', 'done', 'failed']) }),
  },
});
