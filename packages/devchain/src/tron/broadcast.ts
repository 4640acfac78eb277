import { isDeepStrictEqual } from 'node:util';
import { type Hex, numberToHex, recoverAddress } from 'viem';
import type { LocalChain } from '../node/local-chain.ts';
import { RpcError } from '../node/rpc.ts';
import { blockId, readBlock } from './blocks.ts';
import { intrinsicGas, SUN_PER_ENERGY, type TronTransactions, messageHex, tronHex } from './transactions.ts';
import { type ParsedTransaction, parseTransaction } from './parse-transaction.ts';

const MAX_LIFETIME_MS = 24 * 60 * 60 * 1_000;
const NO_CODE = '0x';

/** The fields used of a signed transaction's JSON form. Hex without 0x. */
export type SignedTransaction = {
  raw_data_hex: string;
  signature: string[];
  txID?: string;
  raw_data?: unknown;
  visible?: boolean;
};

type BroadcastAnswer =
  | { result: true; txid: string }
  | { result: false; code: string; txid: string; message: string };

/** Validates a signed transaction as java-tron does and sends it to the EVM node. */
export async function broadcast(
  signed: SignedTransaction,
  chain: LocalChain,
  transactions: TronTransactions,
): Promise<BroadcastAnswer> {
  let txid = signed.txID ?? '';
  const refuse = (code: string, message: string): BroadcastAnswer => {
    return { result: false, code, txid, message: messageHex(message) };
  };

  let parsed: ParsedTransaction;
  try {
    parsed = parseTransaction(signed.raw_data_hex);
  } catch (error) {
    return refuse('CONTRACT_VALIDATE_ERROR', `Contract validate error : ${wordsOf(error)}`);
  }
  if (txid !== '' && txid !== parsed.txID)
    return refuse('OTHER_ERROR', 'txID is not the hash of raw_data_hex');
  txid = parsed.txID;
  // With `visible` the JSON form has base58 addresses, so only the bytes are compared.
  if (signed.raw_data && !signed.visible && !isDeepStrictEqual(signed.raw_data, parsed.rawData)) {
    return refuse('OTHER_ERROR', 'raw_data and raw_data_hex differ');
  }
  const signer = await signerOf(parsed.txID, signed.signature);
  if (signer !== parsed.owner) {
    const who = signer ? tronHex(signer) : 'the signature';
    return refuse('SIGERROR', `Validate signature error: ${who} is not contained of permission.`);
  }

  // One at a time: the node assigns nonces, and a duplicate must find the first one stored.
  return chain.runSerially(async () => {
    const objection = await findObjection(parsed, chain, transactions);
    if (objection) return refuse(...objection);
    try {
      const evmHash = await chain.rpc<Hex>('eth_sendTransaction', evmTransaction(parsed));
      transactions.add({
        txID: parsed.txID,
        evmHash,
        rawDataHex: signed.raw_data_hex,
        signatures: signed.signature,
      });
      chain.miner.wake();
      return { result: true, txid };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return refuse('CONTRACT_VALIDATE_ERROR', `Contract validate error : ${error.message}`);
    }
  });
}

async function signerOf(txID: string, signatures: unknown): Promise<Hex | null> {
  const [signature] = Array.isArray(signatures) ? signatures : [];
  if (typeof signature !== 'string') return null;
  try {
    const bytes: Hex = `0x${signature.replace(/^0x/, '')}`;
    return (await recoverAddress({ hash: `0x${txID}`, signature: bytes })).toLowerCase() as Hex;
  } catch {
    return null;
  }
}

async function findObjection(
  parsed: ParsedTransaction,
  { rpc }: LocalChain,
  transactions: TronTransactions,
): Promise<[code: string, message: string] | null> {
  const known = transactions.byTxId(parsed.txID);
  // A transaction removed by a reorganisation may be sent again.
  if (known && (await rpc('eth_getTransactionByHash', known.evmHash))) {
    return ['DUP_TRANSACTION_ERROR', 'Dup transaction.'];
  }
  const head = await readBlock(rpc, 'latest');
  const headTime = Number(head?.timestamp) * 1_000;
  if (parsed.expiration <= headTime || parsed.expiration > headTime + MAX_LIFETIME_MS) {
    return [
      'TRANSACTION_EXPIRATION_ERROR',
      `Transaction expiration, ${parsed.expiration}, head ${headTime}.`,
    ];
  }
  const reference = referredNumber(parsed.refBlockBytes, Number(head?.number));
  const block = await readBlock(rpc, reference);
  if (!block || blockId(reference, block.hash).slice(16, 32) !== parsed.refBlockHash) {
    return ['TAPOS_ERROR', 'Tapos check error.'];
  }
  if (parsed.kind === 'TriggerSmartContract' && (await rpc('eth_getCode', parsed.to, 'latest')) === NO_CODE) {
    return ['CONTRACT_VALIDATE_ERROR', 'Contract validate error : No contract or not a valid smart contract'];
  }
  return null;
}

/** The newest height up to the head whose number ends in these two bytes. */
function referredNumber(refBlockBytes: string, head: number): number {
  const number = head - (head % 0x10000) + Number.parseInt(refBlockBytes, 16);
  return number > head ? Math.max(0, number - 0x10000) : number;
}

function evmTransaction(parsed: ParsedTransaction) {
  const energy = parsed.kind === 'TransferContract' ? 0n : parsed.feeLimitSun / SUN_PER_ENERGY;
  return {
    from: parsed.owner,
    ...(parsed.to !== null && { to: parsed.to }),
    data: parsed.data,
    value: numberToHex(parsed.valueSun),
    gas: numberToHex(intrinsicGas(parsed.data, parsed.to === null) + energy),
    gasPrice: '0x0',
  };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
