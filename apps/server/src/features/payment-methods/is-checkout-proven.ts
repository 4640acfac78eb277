import { readCodes, type ChainNode } from '@portside/chain';
import { checkoutCode } from '@portside/checkout';
import type { NewMethod } from './payment-methods.sql.ts';

/**
 * Whether a node tells that the method's checkout contract pays to its wallet in its token. Both are part of a
 * contract's code for ever, so another wallet needs another contract: buyers' pages pay through no other code
 * than this one. Nobody is refused by it: a stolen wallet is replaced at once, whatever nodes say or do not say.
 */
export async function isCheckoutProven(nodes: readonly ChainNode[], method: NewMethod): Promise<boolean> {
  const { chain_id, contract_address, wallet_address, checkout_address } = method;
  if (checkout_address === null) return false;
  const codes = await readCodes(nodes, Number(chain_id), checkout_address);
  return codes.includes(checkoutCode(contract_address, wallet_address));
}
