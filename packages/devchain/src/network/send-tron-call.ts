import {
  buildDeployTransaction,
  buildTriggerTransaction,
  type TronBlock,
} from '@portside/chain/tron/transaction';
import type { Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';

/** Fifty addresses swept at once take six times as much as any other call. */
const FEE_LIMIT_SUN = 1_000_000_000;

type TronCall = {
  httpUrl: string;
  wallet: PrivateKeyAccount;
  to: Hex | null;
  data: Hex;
  /** Milliseconds; distinguishes a transaction from an earlier one with the same content. */
  notBefore: number;
};

/**
 * Builds a contract call, or without `to` a deployment, signs its id and broadcasts it through the HTTP API; answers its
 * hash and timestamp.
 */
export async function sendTronCall(call: TronCall): Promise<{ hash: Hex; timestamp: number }> {
  const { httpUrl, wallet, to, data, notBefore } = call;
  const block = await post<TronBlock>(`${httpUrl}/wallet/getblock`, { detail: false });
  const header = block.block_header.raw_data;
  const timestamp = Math.max(header.timestamp, notBefore);
  const basis = {
    owner: wallet.address,
    feeLimitSun: FEE_LIMIT_SUN,
    block: { ...block, block_header: { raw_data: { ...header, timestamp } } },
  };
  const transaction =
    to === null
      ? buildDeployTransaction({ ...basis, bytecode: data, name: 'Portside' })
      : buildTriggerTransaction({ ...basis, contract: to, data });
  const signature = await wallet.sign({ hash: `0x${transaction.txID}` });
  const answer = await post<BroadcastAnswer>(`${httpUrl}/wallet/broadcasttransaction`, {
    ...transaction,
    signature: [signature.slice(2)],
  });
  if (!answer.result) {
    throw new Error(`The TRON node refused: ${answer.code} ${Buffer.from(answer.message, 'hex').toString()}`);
  }
  return { hash: `0x${transaction.txID}`, timestamp };
}

type BroadcastAnswer = { result: true } | { result: false; code: string; message: string };

async function post<Answer>(url: string, body: object): Promise<Answer> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok)
    throw new Error(`${new URL(url).pathname} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}
