import { bytesToHex, concatBytes, type Hex, hexToBytes, sha256, stringToBytes } from 'viem';
import {
  bytesField,
  integerField,
  bytesOf,
  integerOf,
  readProtobuf,
  type ProtobufMessage,
} from './protobuf.ts';

const TRIGGER = { number: 31n, name: 'TriggerSmartContract' } as const;
const CREATE = { number: 30n, name: 'CreateSmartContract' } as const;
/** The same as in TronWeb. */
const USUAL_LIFETIME_MS = 60_000;
/** Callers pay all the energy of the contract's calls; its owner, who is nobody, pays none. */
const CALLER_PAYS_PERCENT = 100;
/** Meaningless if the caller pays for all, but java-tron requires a number. */
const ORIGIN_ENERGY_LIMIT = 10_000_000;

/** The fields used of the answer of `wallet/getblock`; `timestamp` is in milliseconds. */
export type TronBlock = {
  blockID: string;
  block_header: { raw_data: { number: number; timestamp: number } };
};

type Basis = {
  owner: Hex;
  feeLimitSun: number;
  /** A recent block that the transaction refers to; its lifetime starts at that block's time. */
  block: TronBlock;
  /** Until it expires; a minute if absent, as TronWeb makes it. */
  lifetimeMs?: number;
};

type TriggerCall = Basis & {
  contract: Hex;
  /** Selector and arguments. */
  data: Hex;
  callValueSun?: number;
};

/** `bytecode` with the constructor's arguments at its end; `name` is what explorers show. */
type Deployment = Basis & { bytecode: Hex; name: string };

type TriggerJson = {
  owner_address: string;
  contract_address: string;
  data: string;
  call_value?: number;
};
type CreateJson = {
  owner_address: string;
  new_contract: {
    origin_address: string;
    bytecode: string;
    consume_user_resource_percent: number;
    name: string;
    origin_energy_limit: number;
  };
};
type ContractJson<T extends string, V> = { parameter: { value: V; type_url: string }; type: T };

/** The JSON form that wallets sign and `wallet/broadcasttransaction` accepts. Hex without 0x. */
export type UnsignedTronTransaction = {
  visible: false;
  txID: string;
  raw_data_hex: string;
  raw_data: {
    contract: [ContractJson<typeof TRIGGER.name, TriggerJson> | ContractJson<typeof CREATE.name, CreateJson>];
    ref_block_bytes: string;
    ref_block_hash: string;
    expiration: number;
    timestamp: number;
    fee_limit: number;
  };
};

/**
 * Builds an unsigned contract call. Addresses are 20-byte hex; fees and values are in sun (10⁻⁶ TRX). Throws on a
 * malformed address or block id.
 */
export function buildTriggerTransaction(call: TriggerCall): UnsignedTronTransaction {
  const { callValueSun = 0 } = call;
  const owner = `41${addressHex(call.owner)}`;
  const contract = `41${addressHex(call.contract)}`;
  const content = concatBytes([
    bytesField(1, bytes(owner)),
    bytesField(2, bytes(contract)),
    integerField(3, BigInt(callValueSun)),
    bytesField(4, hexToBytes(call.data)),
  ]);
  const value: TriggerJson = {
    owner_address: owner,
    contract_address: contract,
    data: call.data.slice(2).toLowerCase(),
    ...(callValueSun > 0 && { call_value: callValueSun }),
  };
  return wrap(call, TRIGGER, content, (type_url) => ({
    parameter: { value, type_url },
    type: TRIGGER.name,
  }));
}

/**
 * Builds an unsigned deployment under the same rules. TRON derives the contract's address from the transaction's id.
 */
export function buildDeployTransaction(deployment: Deployment): UnsignedTronTransaction {
  const { bytecode, name } = deployment;
  const owner = `41${addressHex(deployment.owner)}`;
  const created = concatBytes([
    bytesField(1, bytes(owner)),
    bytesField(4, hexToBytes(bytecode)),
    integerField(6, BigInt(CALLER_PAYS_PERCENT)),
    bytesField(7, stringToBytes(name)),
    integerField(8, BigInt(ORIGIN_ENERGY_LIMIT)),
  ]);
  const value: CreateJson = {
    owner_address: owner,
    new_contract: {
      origin_address: owner,
      bytecode: bytecode.slice(2).toLowerCase(),
      consume_user_resource_percent: CALLER_PAYS_PERCENT,
      name,
      origin_energy_limit: ORIGIN_ENERGY_LIMIT,
    },
  };
  const content = concatBytes([bytesField(1, bytes(owner)), bytesField(2, created)]);
  return wrap(deployment, CREATE, content, (type_url) => ({
    parameter: { value, type_url },
    type: CREATE.name,
  }));
}

/** The envelope that every kind of transaction has. */
function wrap(
  { block, feeLimitSun, lifetimeMs = USUAL_LIFETIME_MS }: Basis,
  { number: kind, name }: { readonly number: bigint; readonly name: string },
  content: Uint8Array,
  show: (typeUrl: string) => UnsignedTronTransaction['raw_data']['contract'][0],
): UnsignedTronTransaction {
  const typeUrl = `type.googleapis.com/protocol.${name}`;
  const { number, timestamp } = block.block_header.raw_data;
  const expiration = timestamp + lifetimeMs;
  const refBlockBytes = number.toString(16).slice(-4).padStart(4, '0');
  const refBlockHash = block.blockID.slice(16, 32);
  if (!/^[0-9a-f]{16}$/.test(refBlockHash)) throw new Error('The block has no usable id');

  const parameter = concatBytes([bytesField(1, stringToBytes(typeUrl)), bytesField(2, content)]);
  const raw = concatBytes([
    bytesField(1, bytes(refBlockBytes)),
    bytesField(4, bytes(refBlockHash)),
    integerField(8, BigInt(expiration)),
    bytesField(11, concatBytes([integerField(1, kind), bytesField(2, parameter)])),
    integerField(14, BigInt(timestamp)),
    integerField(18, BigInt(feeLimitSun)),
  ]);

  return {
    visible: false,
    txID: sha256(raw).slice(2),
    raw_data_hex: bytesToHex(raw).slice(2),
    raw_data: {
      contract: [show(typeUrl)],
      ref_block_bytes: refBlockBytes,
      ref_block_hash: refBlockHash,
      expiration,
      timestamp,
      fee_limit: feeLimitSun,
    },
  };
}

function addressHex(address: Hex): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new Error('An address has 20 bytes');
  return address.slice(2).toLowerCase();
}

function bytes(hex: string): Uint8Array {
  return hexToBytes(`0x${hex}`);
}

const CALLED_ADDRESS = /^0x41[0-9a-f]{40}$/;

/** What a transaction calls, or the code that it deploys. */
export type TronContractCall = { readonly to: Hex | null; readonly data: Hex };

/**
 * The only contract call or deployment in a transaction's `raw_data`; null for any other kind, for several, and for
 * malformed bytes. Null too if a message repeats a field: nodes merge those and would read something else.
 */
export function readContractCall(rawData: Hex): TronContractCall | null {
  try {
    const contract = readOnce(bytesOf(readOnce(hexToBytes(rawData)), 11));
    const kind = integerOf(contract, 1);
    const content = readOnce(bytesOf(readOnce(bytesOf(contract, 2)), 2));
    if (kind === CREATE.number)
      return { to: null, data: bytesToHex(bytesOf(readOnce(bytesOf(content, 2)), 4)) };
    const to = bytesToHex(bytesOf(content, 2));
    if (kind !== TRIGGER.number || !CALLED_ADDRESS.test(to)) return null;
    return { to: `0x${to.slice(4)}`, data: bytesToHex(bytesOf(content, 4)) };
  } catch {
    return null;
  }
}

function readOnce(bytes: Uint8Array): ProtobufMessage {
  const message = readProtobuf(bytes);
  if ([...message.values()].some(({ length }) => length !== 1)) throw new Error('a field is repeated');
  return message;
}
