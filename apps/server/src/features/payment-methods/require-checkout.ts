import { readCodes, type ChainNode } from '@portside/chain';
import { checkoutCode } from '@portside/checkout';
import { refuse } from '../../platform/refusal.ts';
import type { NewMethod } from './payment-methods.sql.ts';

/**
 * Refuses a checkout contract of which no node tells that it pays to the method's wallet in its token
 * (checkoutUnproven). Both are part of a contract's code for ever, so another wallet needs another contract:
 * buyers' pages pay through no other code than this one.
 */
export async function requireCheckout(nodes: readonly ChainNode[], method: NewMethod): Promise<void> {
  const { chain_id, contract_address, wallet_address, checkout_address } = method;
  if (checkout_address === null) return;
  const codes = await readCodes(nodes, Number(chain_id), checkout_address);
  if (codes.length === 0) refuse('checkoutUnproven', `no node of chain ${chain_id} answers`);
  if (!codes.includes(checkoutCode(contract_address, wallet_address))) {
    refuse('checkoutUnproven', 'another code, or with another wallet or token in it');
  }
}
