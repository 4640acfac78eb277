import { bytesToHex, concatBytes, type Hex, hexToBytes, sha256, stringToBytes } from 'viem';
import { bytesField, integerField } from './protobuf.ts';

const TYPE_URL = 'type.googleapis.com/protocol.TriggerSmartContract';
const TRIGGER_SMART_CONTRACT = 31n;
/** Lifetime of a transaction, the same as in TronWeb. */
const LIFETIME_MS = 60_000;

/** The fields used of the answer of `wallet/getblock`; `timestamp` is in milliseconds. */
export type TronBlock = {
  blockID: string;
  block_header: { raw_data: { number: number; timestamp: number } };
};

export type TriggerCall = {
  owner: Hex;
  contract: Hex;
  /** Selector and arguments. */
  data: Hex;
  feeLimitSun: number;
  /** A recent block that the transaction refers to; the 60 seconds until expiry start at its time. */
  block: TronBlock;
  callValueSun?: number;
};

/** The JSON form that wallets sign and `wallet/broadcasttransaction` accepts. Hex without 0x. */
export type UnsignedTronTransaction = {
  visible: false;
  txID: string;
  raw_data_hex: string;
  raw_data: {
    contract: [
      {
        parameter: {
          value: {
            owner_address: string;
            contract_address: string;
            data: string;
            call_value?: number;
          };
          type_url: string;
        };
        type: 'TriggerSmartContract';
      },
    ];
    ref_block_bytes: string;
    ref_block_hash: string;
    expiration: number;
    timestamp: number;
    fee_limit: number;
  };
};

/** Builds an unsigned contract call. Addresses are 20-byte hex; fees and values are in sun (10⁻⁶ TRX). Throws on a malformed address or block id. */
export function buildTriggerTransaction(call: TriggerCall): UnsignedTronTransaction {
  const { feeLimitSun, callValueSun = 0 } = call;
  const owner = `41${addressHex(call.owner)}`;
  const contract = `41${addressHex(call.contract)}`;
  const { number, timestamp } = call.block.block_header.raw_data;
  const expiration = timestamp + LIFETIME_MS;
  const refBlockBytes = number.toString(16).slice(-4).padStart(4, '0');
  const refBlockHash = call.block.blockID.slice(16, 32);
  if (!/^[0-9a-f]{16}$/.test(refBlockHash)) throw new Error('The block has no usable id');

  const trigger = concatBytes([
    bytesField(1, bytes(owner)),
    bytesField(2, bytes(contract)),
    integerField(3, BigInt(callValueSun)),
    bytesField(4, hexToBytes(call.data)),
  ]);
  const parameter = concatBytes([bytesField(1, stringToBytes(TYPE_URL)), bytesField(2, trigger)]);
  const raw = concatBytes([
    bytesField(1, bytes(refBlockBytes)),
    bytesField(4, bytes(refBlockHash)),
    integerField(8, BigInt(expiration)),
    bytesField(11, concatBytes([integerField(1, TRIGGER_SMART_CONTRACT), bytesField(2, parameter)])),
    integerField(14, BigInt(timestamp)),
    integerField(18, BigInt(feeLimitSun)),
  ]);

  return {
    visible: false,
    txID: sha256(raw).slice(2),
    raw_data_hex: bytesToHex(raw).slice(2),
    raw_data: {
      contract: [
        {
          parameter: {
            value: {
              owner_address: owner,
              contract_address: contract,
              data: call.data.slice(2).toLowerCase(),
              ...(callValueSun > 0 && { call_value: callValueSun }),
            },
            type_url: TYPE_URL,
          },
          type: 'TriggerSmartContract',
        },
      ],
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
