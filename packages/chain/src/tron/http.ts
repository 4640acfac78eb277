import { bytesToHex, concatBytes, type Hex, hexToBytes, hexToString, sha256 } from 'viem';
import * as z from 'zod/mini';
import { NodeError, TOO_LARGE, createRedactor } from '../nodes/node-error.ts';
import { AnswerTooLarge, readAnswer } from '../nodes/rpc.ts';
import { bytesField } from './protobuf.ts';
import type { TronBlock } from './transaction.ts';

/** Without a contract, `data` is the code to deploy. */
type Call = { readonly owner: Hex; readonly contract: Hex | null; readonly data: Hex };
/** The newest state, or the solidified one. */
type Root = 'wallet' | 'walletsolidity';

/**
 * The part of TRON's HTTP API that wallets need, since its JSON-RPC accepts no transactions. Throws only `NodeError`.
 */
export type TronHttp = {
  /** The newest block, for a transaction to refer to. */
  readBlock(): Promise<TronBlock>;
  /** Simulates a contract call without changing state. */
  simulateCall(call: Call): Promise<{ energy: number; isRefused: boolean; answer: Hex }>;
  /** A contract's answer at the newest solidified state; null if it refuses the call. */
  callSolidified(call: Call): Promise<Hex | null>;
  /** Resolves with the hash, and with the refusal if the network rejects the transaction. */
  broadcast(signed: { rawData: Hex; signature: Hex }): Promise<{ hash: Hex; refusal: string | null }>;
  /** Null while the transaction is not in a block. */
  readResult(hash: Hex): Promise<'done' | 'failed' | null>;
  /** The contract that a transaction has deployed or called, in lower-case hex; null while it is not in a block. */
  readContract(hash: Hex): Promise<Hex | null>;
  readSunPerEnergy(): Promise<number>;
};

type TronHttpOptions = {
  /** Base URL of the API; secret, as the node URLs are. */
  url: string;
  headers?: Readonly<Record<string, string>>;
  timeoutMs: number;
};

const NAME = 'TRON HTTP';
/** The node already has the transaction, which counts as success. */
const KNOWN = 'DUP_TRANSACTION_ERROR';

const Block = z.object({
  blockID: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  block_header: z.object({ raw_data: z.object({ number: z.int(), timestamp: z.int() }) }),
});
const Trial = z.object({
  result: z.looseObject({ result: z.optional(z.boolean()), message: z.optional(z.string()) }),
  energy_used: z._default(z.int(), 0),
  constant_result: z._default(z.array(z.string().check(z.regex(/^([0-9a-f]{2})*$/i))), []),
});
const Broadcast = z.looseObject({
  result: z.optional(z.boolean()),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
});
const Info = z.looseObject({
  blockNumber: z.optional(z.int()),
  result: z.optional(z.string()),
  contract_address: z.optional(z.string().check(z.regex(/^41[0-9a-fA-F]{40}$/))),
});
const Parameters = z.object({
  chainParameter: z.array(z.looseObject({ key: z.string(), value: z.optional(z.int()) })),
});

type Ask = <T>(method: string, body: object, shape: z.ZodMiniType<T>, root?: Root) => Promise<T>;
type Fail = (method: string, kind: NodeError['kind'], detail: string, cause?: unknown) => never;

/** Calls the API and parses the answer. */
function asker({ url, headers, timeoutMs }: TronHttpOptions, fail: Fail): Ask {
  return async function ask<T>(
    method: string,
    body: object,
    shape: z.ZodMiniType<T>,
    root: Root = 'wallet',
  ): Promise<T> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${url.replace(/\/$/, '')}/${root}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await readAnswer(response);
    } catch (error) {
      if (error instanceof AnswerTooLarge) return fail(method, 'bad-answer', TOO_LARGE);
      return fail(method, 'unreachable', error instanceof Error ? error.message : String(error));
    }
    if (response.status === 429 || response.status === 403) return fail(method, 'rate-limited', text);
    if (!response.ok) return fail(method, 'unreachable', `HTTP ${response.status} ${text}`);
    const answer = z.safeParse(shape, parse(text));
    return answer.success ? answer.data : fail(method, 'bad-answer', text);
  };
}

/** A client of a TRON node's HTTP API. Its calls throw `NodeError`, whose text never has the address or keys of the node. */
export function createTronHttp({ url, headers = {}, timeoutMs }: TronHttpOptions): TronHttp {
  const redact = createRedactor(url, headers, NAME);
  const fail: Fail = (method, kind, detail, cause) => {
    throw new NodeError(kind, { node: NAME, method, cause }, redact(detail));
  };

  const ask = asker({ url, headers, timeoutMs }, fail);
  const tryCall = ({ owner, contract, data }: Call, root: Root): Promise<z.infer<typeof Trial>> =>
    ask(
      'triggerconstantcontract',
      {
        owner_address: tronHex(owner),
        ...(contract !== null && { contract_address: tronHex(contract) }),
        data: data.slice(2),
      },
      Trial,
      root,
    );

  return {
    readBlock: () => ask('getblock', { detail: false }, Block),
    async simulateCall(call) {
      const { result, energy_used: energy, constant_result: answers } = await tryCall(call, 'wallet');
      return { energy, isRefused: isRefused(result), answer: `0x${(answers[0] ?? '').toLowerCase()}` };
    },
    async callSolidified(call) {
      const { result, constant_result: answers } = await tryCall(call, 'walletsolidity');
      const [answer] = answers;
      return isRefused(result) || answer === undefined ? null : `0x${answer.toLowerCase()}`;
    },
    async broadcast({ rawData, signature }) {
      const raw = hexToBytes(rawData);
      const transaction = concatBytes([bytesField(1, raw), bytesField(2, hexToBytes(signature))]);
      const body = { transaction: bytesToHex(transaction).slice(2) };
      const { result, code = '', message = '' } = await ask('broadcasthex', body, Broadcast);
      const isTaken = result === true || code === KNOWN;
      return { hash: sha256(raw), refusal: isTaken ? null : `${code} ${readMessage(message)}`.trim() };
    },
    async readResult(hash) {
      const info = await ask('gettransactioninfobyid', { value: hash.slice(2) }, Info);
      if (info.blockNumber === undefined) return null;
      return info.result === 'FAILED' ? 'failed' : 'done';
    },
    async readContract(hash) {
      const { contract_address: made } = await ask('gettransactioninfobyid', { value: hash.slice(2) }, Info);
      return made === undefined ? null : `0x${made.slice(2).toLowerCase()}`;
    },
    async readSunPerEnergy() {
      const { chainParameter } = await ask('getchainparameters', {}, Parameters);
      const price = chainParameter.find(({ key }) => key === 'getEnergyFee')?.value;
      return price ?? fail('getchainparameters', 'bad-answer', 'no getEnergyFee');
    },
  };
}

/** java-tron answers a failing call with `result: true` and a message. */
const isRefused = ({ result, message }: z.infer<typeof Trial>['result']): boolean =>
  result !== true || message !== undefined;

const tronHex = (address: Hex): string => `41${address.slice(2)}`;

/** Error messages are hex-encoded text. */
const readMessage = (message: string): string =>
  /^([0-9a-f]{2})+$/i.test(message) ? hexToString(`0x${message}`) : message;

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
