import * as z from 'zod/mini';
import { TxHash } from './recharges/recharges.ts';
import { tableFile, tableFormat, endpoints } from './wire/endpoint.ts';
import { line, Network, page, pageQuery, Time, whole } from './wire/values.ts';

/** Sweeping: moving money from buyers' deposit addresses to the treasury, signed by a wallet of the operator. */

const Address = line(64, 1);
const AddressList = z.object({ amount: z.string(), addresses: z.int() });

/** A current or former factory of the network; its addresses can be swept for ever. */
export const SweepFactory = z.object({
  factory_address: z.string(),
  /** The wallet its addresses pay to. */
  wallet_address: z.string(),
  /** Whether buyers are given its addresses now. */
  is_current: z.boolean(),
  /** When its last method was retired; null while one is active. */
  retired_at: z.nullable(Time),
  funded: AddressList,
  worth_sweeping: AddressList,
});
export type SweepFactory = z.infer<typeof SweepFactory>;

/** A deposit address that holds less than was recorded, or that Tether has frozen: what is missing does not count. */
export const ShortAddress = z.object({
  address: z.string(),
  username: z.string(),
  recorded: z.string(),
  missing: z.string(),
  is_frozen: z.boolean(),
  since: Time,
});
export type ShortAddress = z.infer<typeof ShortAddress>;

/** Excluded from all sums of what is on addresses. */
const ShortList = z.object({
  /** How many there are. */
  addresses: z.int(),
  /** The 50 with the most missing. */
  items: z.array(ShortAddress),
});

/** A chain that the shop no longer follows, so this may be outdated. */
export const UnreadChain = z.object({
  type: Network,
  chain_id: z.int(),
  network_name: z.string(),
  /** When the last of these addresses was read. */
  looked_at: Time,
  short: ShortList,
});
export type UnreadChain = z.infer<typeof UnreadChain>;

export const SweepNetwork = z.object({
  type: Network,
  chain_id: z.int(),
  network_name: z.string(),
  contract_address: z.string(),
  /** The total on all of the network's addresses, and on those worth sweeping (setting sweep_minimum). */
  funded: AddressList,
  worth_sweeping: AddressList,
  /** The current cost of sweeping everything worth it, in the network's coin; null if no node tells a price. */
  cost: z.nullable(z.string()),
  /** The cost for one address, never swept before or swept before, in a batch of fifty. */
  cost_first: z.nullable(z.string()),
  cost_later: z.nullable(z.string()),
  short: ShortList,
  factories: z.array(SweepFactory),
});
export type SweepNetwork = z.infer<typeof SweepNetwork>;

export const SweepableAddress = z.object({
  type: Network,
  chain_id: z.int(),
  address: z.string(),
  /** Determines the address together with its factory; 32 bytes as 0x hex. */
  salt: z.string(),
  factory_address: z.string(),
  wallet_address: z.string(),
  contract_address: z.string(),
  /** The recorded amount: paid and not yet swept. */
  amount: z.string(),
  /** Whether it was swept before; if so, the next sweep is cheaper. */
  swept_before: z.boolean(),
  username: z.string(),
  paid_at: z.nullable(Time),
});
export type SweepableAddress = z.infer<typeof SweepableAddress>;

/** One transaction that moved money from addresses to a wallet of the shop. */
export const Sweep = z.object({
  type: Network,
  chain_id: z.int(),
  tx_hash: z.string(),
  tx_url: z.nullable(z.string()),
  wallet_address: z.string(),
  addresses: z.int(),
  amount: z.string(),
  block_time: Time,
  recorded_at: Time,
});
export type Sweep = z.infer<typeof Sweep>;

const sweepableFilter = {
  type: z.optional(Network),
  factory_address: z.optional(Address),
  /** Only addresses that hold at least the setting sweep_minimum. */
  worth_sweeping: z.optional(z.enum(['true'])),
  /** Only that address, even if nothing is there. */
  address: z.optional(Address),
};
const sweepFilter = { type: z.optional(Network), tx_hash: z.optional(TxHash) };

export const sweepingEndpoints = endpoints({
  readSweeping: {
    summary: "Balances of buyers' own addresses, by network and factory, and what sweeping costs now",
    data: z.object({
      networks: z.array(SweepNetwork),
      /** Chains no longer followed where something was missing or frozen when they were last read. */
      unread: z.array(UnreadChain),
      /** The least amount worth sweeping (setting sweep_minimum). */
      minimum: z.string(),
    }),
  },
  listSweepable: {
    summary: "Buyers' own addresses with a balance, the largest amount first",
    query: z.object({ ...pageQuery, ...sweepableFilter }),
    data: page(SweepableAddress),
  },
  exportSweepable: {
    freshCode: true,
    summary: 'The same as a CSV file, as `portside sweep` reads it, or as XLSX',
    query: z.object({ ...sweepableFilter, ...tableFormat }),
    ...tableFile,
  },
  listSweeps: {
    summary: 'Recorded sweeps, by transaction, newest first',
    query: z.object({ ...pageQuery, ...sweepFilter }),
    data: page(Sweep),
  },
  exportSweeps: {
    freshCode: true,
    summary: 'Recorded sweeps as a CSV or XLSX file, newest first',
    query: z.object({ ...sweepFilter, ...tableFormat }),
    ...tableFile,
  },
});

/** The shop's own contracts on chain: whether they are the published ones, and access to a TRON node. */
const AddressShopContracts = line(64, 1);

const HexText = (longest: number) =>
  z.string().check(z.regex(/^(0x)?([0-9a-fA-F]{2})+$/), z.maxLength(longest));

/**
 * `proven`: the published code with this wallet. `other`: another contract or another wallet. `none`: nothing is there
 * yet. `unknown`: no node of that chain answers, or their answers differ.
 */
const CODE_STATES = ['proven', 'other', 'none', 'unknown'] as const;

export const CodeState = z.enum(CODE_STATES);

export type CodeState = z.infer<typeof CodeState>;

export const shopContractsEndpoints = endpoints({
  checkContracts: {
    perMinute: 60,
    summary: 'Whether checkout and factory on the chain are the published ones and pay to this wallet',
    query: z.object({
      type: Network,
      wallet_address: AddressShopContracts,
      chain_id: z.optional(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(2_147_483_647))),
      contract_address: z.optional(AddressShopContracts),
      checkout_address: z.optional(AddressShopContracts),
      factory_address: z.optional(AddressShopContracts),
    }),
    data: z.object({
      /** The chain and token they were compared with. */
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
    query: z.object({ type: Network, wallet_address: AddressShopContracts }),
    data: z.object({ coin: z.string(), sun_per_energy: z.int() }),
  },
  tryOperatorCall: {
    access: 'admin',
    perMinute: 120,
    summary:
      "Simulate a call of one of the shop's factories on TRON, or the deployment of a published contract",
    body: z.object({
      type: Network,
      wallet_address: AddressShopContracts,
      /** Absent to deploy the code in `data`. */
      contract_address: z.optional(AddressShopContracts),
      data: HexText(20_000),
    }),
    data: z.object({
      is_refused: z.boolean(),
      energy: whole(0),
      /** The simulated call's result, as 0x hex. */
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
