import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { TxHash } from './recharges.ts';
import { line, Network, whole } from './wire/values.ts';

/** The shop's own contracts on the chains: whether they are the published ones, and access to a TRON node. */

const Address = line(64, 1);
const HexText = (longest: number) =>
  z.string().check(z.regex(/^(0x)?([0-9a-fA-F]{2})+$/), z.maxLength(longest));

/**
 * `proven`: the published code with this wallet. `other`: another contract, or another wallet. `none`: nothing there
 * yet. `unknown`: no node of that chain answers, or they differ.
 */
const CODE_STATES = ['proven', 'other', 'none', 'unknown'] as const;
export const CodeState = z.enum(CODE_STATES);
export type CodeState = z.infer<typeof CodeState>;

export const shopContractsEndpoints = endpoints({
  checkContracts: {
    access: { action: 'paymentMethod.read' },
    perMinute: 60,
    summary: 'Whether checkout and factory on the chain are the published ones and pay to this wallet',
    query: z.object({
      type: Network,
      wallet_address: Address,
      chain_id: z.optional(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(2_147_483_647))),
      contract_address: z.optional(Address),
      checkout_address: z.optional(Address),
      factory_address: z.optional(Address),
    }),
    data: z.object({
      /** The chain and token that they were compared for. */
      chain_id: z.int(),
      contract_address: z.nullable(z.string()),
      checkout: z.nullable(CodeState),
      factory: z.nullable(CodeState),
    }),
  },
  readOperatorTron: {
    access: 'admin',
    perMinute: 120,
    summary:
      'Coins of a TRON wallet, and the price of energy; like the three below, for who may read payment methods or deposits',
    query: z.object({ type: Network, wallet_address: Address }),
    data: z.object({ coin: z.string(), sun_per_energy: z.int() }),
  },
  tryOperatorCall: {
    access: 'admin',
    perMinute: 120,
    summary:
      "Simulate a call of one of the shop's factories on TRON, or the deployment of a published contract",
    body: z.object({
      type: Network,
      wallet_address: Address,
      /** Absent: deploys what `data` contains. */
      contract_address: z.optional(Address),
      data: HexText(20_000),
    }),
    data: z.object({
      is_refused: z.boolean(),
      energy: whole(0),
      /** What the call would answer, as 0x hex. */
      answer: z.string(),
      block: z.object({ id: z.string(), number: z.int(), timestamp_ms: z.int() }),
    }),
  },
  sendOperatorTransaction: {
    access: 'admin',
    perMinute: 60,
    summary: 'Broadcast a signed TRON transaction of the same kinds',
    body: z.object({ type: Network, raw_data_hex: HexText(30_000), signature: HexText(140) }),
    data: z.object({ tx_hash: z.string() }),
  },
  readOperatorTransaction: {
    access: 'admin',
    perMinute: 120,
    summary: 'Whether a TRON transaction is in a block, its result, and the contract that it made',
    params: z.object({ tx_hash: TxHash }),
    query: z.object({ type: Network }),
    data: z.object({
      state: z.enum(['waiting', 'done', 'failed']),
      contract_address: z.nullable(z.string()),
    }),
  },
});
