import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { UsdtAmount, line, Network, page, Time, wholeListQuery } from './wire/values.ts';
import { TxHash } from './recharges/recharges.ts';

/** As whom people sign in to the sandbox, in the order of every list of them. */
export const SANDBOX_ROLES = ['owner', 'colleague', 'buyer', 'agent', 'supplier'] as const;

export const Sandbox = z.object({
  sign_ins: z.array(
    z.object({
      role: z.enum(SANDBOX_ROLES),
      username: z.string(),
      password: z.string(),
    }),
  ),
  chains: z.array(
    z.object({
      type: Network,
      chain_id: z.int(),
      rpc_url: z.string(),
      contract_address: z.string(),
      wallet_address: z.string(),
      checkout_address: z.string(),
    }),
  ),
  /** The page of the product that only a link leads to; null where there is none on sale. */
  linked_page: z.nullable(z.string()),
});
export type Sandbox = z.infer<typeof Sandbox>;

/** What the sandbox's page suggests trying: as a buyer, as the agent, as a supplier and as the operator. */
export const TRIAL_PARTS = {
  buyer: [
    'topUp',
    'order',
    'cart',
    'family',
    'promotion',
    'level',
    'ownPrice',
    'coupon',
    'giftCode',
    'byLink',
    'exchangeFee',
    'ownAddress',
    'ownWallet',
    'claim',
    'checked',
  ],
  agent: ['referral'],
  supplier: ['supply'],
  owner: ['sweep', 'stock', 'conversation', 'refund', 'takedown'],
} as const;
export const TRIALS = [
  ...TRIAL_PARTS.buyer,
  ...TRIAL_PARTS.agent,
  ...TRIAL_PARTS.supplier,
  ...TRIAL_PARTS.owner,
] as const;
export type Trial = (typeof TRIALS)[number];

/** A call to one of the shop's factories; without an address, the deployment of a published contract. */
const SandboxCall = z.object({
  type: Network,
  contract_address: z.optional(line(64, 1)),
  data: z.string().check(z.regex(/^0x([0-9a-fA-F]{2})+$/), z.maxLength(20_000)),
});

export const SandboxMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({ filename: z.string(), content: z.string() })),
  sent_at: Time,
});
export type SandboxMail = z.infer<typeof SandboxMail>;

export const sandboxEndpoints = endpoints({
  readSandbox: { access: 'visitor', summary: 'Sign-ins and local chains of the sandbox', data: Sandbox },
  listSandboxTrials: {
    access: 'visitor',
    summary: 'What to try in the sandbox, and whether it was done since the sandbox began, judged by facts',
    data: z.array(
      z.object({
        part: z.enum(['buyer', 'agent', 'supplier', 'owner']),
        trial: z.enum(TRIALS),
        done: z.boolean(),
      }),
    ),
  },
  sendSandboxTransfer: {
    access: 'visitor',
    summary: 'Send test USDT from the sandbox wallet on the local chain',
    body: z.object({
      type: Network,
      to: line(64, 1),
      amount: UsdtAmount,
    }),
    data: z.object({ tx_hash: z.string() }),
  },
  signSandboxText: {
    access: 'visitor',
    perMinute: 60,
    summary: 'Have the sandbox wallet sign a text, as the sender of its payments',
    body: z.object({ type: Network, text: z.string().check(z.maxLength(1_000), z.regex(/^[^\0\p{Cs}]*$/u)) }),
    data: z.object({ signature: z.string() }),
  },
  giveSandboxCoin: {
    access: 'visitor',
    perMinute: 60,
    summary: "Give an address the local chain's coin for network fees, up to a fixed balance",
    body: z.object({ type: Network, to: line(64, 1) }),
    data: z.object({
      /** The balance now, in whole coins. */
      balance: z.string(),
      coin: z.string(),
    }),
  },
  readSandboxOperator: {
    access: 'admin',
    perMinute: 120,
    summary: "The sandbox's wallet as an operator's own: its address, and what it holds of the chain's coin",
    query: z.object({ type: Network }),
    data: z.object({ wallet_address: z.string(), coin: z.string() }),
  },
  trySandboxCall: {
    access: 'admin',
    perMinute: 120,
    summary:
      "Simulate a call of one of the shop's factories by that wallet, or a published contract's deployment",
    body: SandboxCall,
    data: z.object({
      is_refused: z.boolean(),
      /** In the chain's coin. */
      fee: z.string(),
      /** The simulated call's result, as 0x hex. */
      answer: z.string(),
    }),
  },
  sendSandboxCall: {
    access: 'admin',
    perMinute: 60,
    summary: 'Send such a call on the local chain',
    body: SandboxCall,
    data: z.object({ tx_hash: z.string() }),
  },
  readSandboxTransaction: {
    access: 'admin',
    perMinute: 120,
    summary: 'Whether such a transaction is in a block, its result, and the contract that it made',
    params: z.object({ tx_hash: TxHash }),
    query: z.object({ type: Network }),
    data: z.object({
      state: z.enum(['waiting', 'done', 'failed']),
      contract_address: z.nullable(z.string()),
    }),
  },
  listSandboxMails: {
    access: 'visitor',
    summary: 'E-mails the sandbox would have sent, newest first',
    query: z.object({ ...wholeListQuery, to: z.optional(line(254)) }),
    data: page(SandboxMail),
  },
});
