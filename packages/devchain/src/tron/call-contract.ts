import { buildTriggerTransaction } from '@portside/chain/tron/transaction';
import { type Hex, numberToHex, toFunctionSelector, zeroAddress } from 'viem';
import { type Rpc, RpcError } from '../node/rpc.ts';
import { presentBlock, readBlock } from './blocks.ts';
import { intrinsicGas } from './energy.ts';
import { messageHex, readAddress } from './tron-words.ts';

/** A contract call of the HTTP API: a function signature with arguments, or encoded data. Hex without 0x. */
export type CallRequest = {
  owner_address?: string;
  contract_address?: string;
  function_selector?: string;
  parameter?: string;
  data?: string;
  call_value?: number;
  fee_limit?: number;
};

/** `triggersmartcontract`: builds an unsigned transaction. */
export async function buildCall(request: CallRequest, rpc: Rpc) {
  const contract = readAddress(request.contract_address);
  if ((await rpc('eth_getCode', contract, 'latest')) === '0x') {
    const message = messageHex('Contract validate error : No contract or not a valid smart contract');
    return { result: { code: 'CONTRACT_VALIDATE_ERROR', message } };
  }
  const head = await readBlock(rpc, 'latest');
  if (!head) throw new Error('the chain has no block');
  const transaction = buildTriggerTransaction({
    owner: readAddress(request.owner_address),
    contract,
    data: dataOf(request),
    feeLimitSun: request.fee_limit ?? 0,
    callValueSun: request.call_value ?? 0,
    block: presentBlock(head),
  });
  return { result: { result: true }, transaction };
}

/** `triggerconstantcontract`: simulates the call without changing state. */
export async function runCall(request: CallRequest, rpc: Rpc, block = 'latest') {
  const data = dataOf(request);
  const call = {
    from: request.owner_address ? readAddress(request.owner_address) : zeroAddress,
    // Without a contract, java-tron tries the deployment of `data`.
    ...(request.contract_address && { to: readAddress(request.contract_address) }),
    data,
    value: numberToHex(request.call_value ?? 0),
  };
  try {
    const answer = await rpc<Hex>('eth_call', call, block);
    const gas = BigInt(await rpc<Hex>('eth_estimateGas', call, block));
    return {
      result: { result: true },
      energy_used: Number(gas - intrinsicGas(data, !request.contract_address)),
      constant_result: [answer.slice(2)],
      transaction: { ret: [{}], visible: false },
    };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const reason = typeof error.data === 'string' ? error.data.slice(2) : '';
    return {
      result: { result: true, message: messageHex('REVERT opcode executed') },
      energy_used: 0,
      constant_result: [reason],
      transaction: { ret: [{ ret: 'FAILED' }], visible: false },
    };
  }
}

function dataOf({ data, function_selector: signature, parameter = '' }: CallRequest): Hex {
  if (data) return `0x${data.replace(/^0x/, '')}`;
  return signature ? `${toFunctionSelector(signature)}${parameter}` : '0x';
}
