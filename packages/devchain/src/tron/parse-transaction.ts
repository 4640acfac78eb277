import { bytesToHex, bytesToString, type Hex, hexToBytes, sha256 } from 'viem';
import { bytesOf, integerOf, type ProtobufMessage, readProtobuf } from '@portside/chain/tron/protobuf';

const TRANSFER = 1n;
const CREATE = 30n;
const TRIGGER = 31n;

/** A TRON transaction in EVM terms. Times in milliseconds, amounts in sun (10⁻⁶ TRX). */
export type ParsedTransaction = {
  txID: string;
  kind: 'TransferContract' | 'TriggerSmartContract' | 'CreateSmartContract';
  owner: Hex;
  /** Null if `data` is deployed. */
  to: Hex | null;
  valueSun: bigint;
  data: Hex;
  feeLimitSun: bigint;
  refBlockBytes: string;
  refBlockHash: string;
  expiration: number;
  timestamp: number;
  /** The JSON form of the same content, as java-tron shows it. */
  rawData: Record<string, unknown>;
};

/** Parses `raw_data_hex`. Throws on malformed bytes and on unsupported contract types. */
export function parseTransaction(rawDataHex: string): ParsedTransaction {
  const bytes = hexToBytes(`0x${rawDataHex}`);
  const raw = readProtobuf(bytes);
  const contracts = raw.get(11) ?? [];
  const [first] = contracts;
  if (contracts.length !== 1 || !(first instanceof Uint8Array)) throw new Error('not exactly one contract');
  const contract = readProtobuf(first);
  const any = readProtobuf(bytesOf(contract, 2));
  const content = readContent(integerOf(contract, 1), readProtobuf(bytesOf(any, 2)));

  const feeLimitSun = integerOf(raw, 18);
  const memo = plainHex(bytesOf(raw, 10));
  const permission = Number(integerOf(contract, 5));
  const reference = {
    ref_block_bytes: plainHex(bytesOf(raw, 1)),
    ref_block_hash: plainHex(bytesOf(raw, 4)),
    expiration: Number(integerOf(raw, 8)),
    timestamp: Number(integerOf(raw, 14)),
  };
  return {
    txID: sha256(bytes).slice(2),
    ...content.call,
    feeLimitSun,
    refBlockBytes: reference.ref_block_bytes,
    refBlockHash: reference.ref_block_hash,
    expiration: reference.expiration,
    timestamp: reference.timestamp,
    rawData: {
      contract: [
        {
          parameter: { value: content.json, type_url: bytesToString(bytesOf(any, 1)) },
          type: content.call.kind,
          ...(permission > 0 && { Permission_id: permission }),
        },
      ],
      ...reference,
      ...(memo !== '' && { data: memo }),
      ...(feeLimitSun > 0n && { fee_limit: Number(feeLimitSun) }),
    },
  };
}

type Content = {
  call: Pick<ParsedTransaction, 'kind' | 'owner' | 'to' | 'valueSun' | 'data'>;
  json: Record<string, unknown>;
};

function readContent(type: bigint, value: ProtobufMessage): Content {
  if (type === CREATE) return readDeployment(value);
  if (type !== TRANSFER && type !== TRIGGER)
    throw new Error(`contracts of type ${type} are not supported here`);
  const owner = plainHex(bytesOf(value, 1));
  const to = plainHex(bytesOf(value, 2));
  const sun = integerOf(value, 3);
  const parties = { owner: evmAddress(owner), to: evmAddress(to), valueSun: sun };
  if (type === TRANSFER) {
    return {
      call: { kind: 'TransferContract', ...parties, data: '0x' },
      json: { owner_address: owner, to_address: to, amount: Number(sun) },
    };
  }
  const data = bytesOf(value, 4);
  return {
    call: { kind: 'TriggerSmartContract', ...parties, data: bytesToHex(data) },
    json: {
      owner_address: owner,
      contract_address: to,
      ...(data.length > 0 && { data: plainHex(data) }),
      ...(sun > 0n && { call_value: Number(sun) }),
    },
  };
}

function readDeployment(value: ProtobufMessage): Content {
  const owner = plainHex(bytesOf(value, 1));
  const created = readProtobuf(bytesOf(value, 2));
  const bytecode = bytesOf(created, 4);
  return {
    call: {
      kind: 'CreateSmartContract',
      owner: evmAddress(owner),
      to: null,
      valueSun: integerOf(created, 5),
      data: bytesToHex(bytecode),
    },
    json: {
      owner_address: owner,
      new_contract: {
        origin_address: plainHex(bytesOf(created, 1)),
        bytecode: plainHex(bytecode),
        consume_user_resource_percent: Number(integerOf(created, 6)),
        name: bytesToString(bytesOf(created, 7)),
        origin_energy_limit: Number(integerOf(created, 8)),
      },
    },
  };
}

function evmAddress(tronHex: string): Hex {
  if (!/^41[0-9a-f]{40}$/.test(tronHex)) throw new Error('an address is not 21 bytes that begin with 41');
  return `0x${tronHex.slice(2)}`;
}

function plainHex(bytes: Uint8Array): string {
  return bytesToHex(bytes).slice(2);
}
