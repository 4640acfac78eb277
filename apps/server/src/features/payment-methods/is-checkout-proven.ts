import { readCodes } from '@portside/chain';
import { checkoutCode } from '@portside/checkout';
import type { NewMethod } from './payment-methods.sql.ts';
import type { NodeQuorum } from './prove-code.ts';

/**
 * Whether the quorum of nodes confirms that the method's checkout contract pays its wallet in its token. Both are
 * immutable parts of the contract's code, so another wallet needs another contract; the payment page compares the same
 * code. Only reported, never a refusal: a stolen wallet must be replaceable even while no node answers.
 */
export async function isCheckoutProven({ nodes, quorum }: NodeQuorum, method: NewMethod): Promise<boolean> {
  const { chain_id, contract_address, wallet_address, checkout_address } = method;
  if (checkout_address === null) return false;
  const codes = await readCodes(nodes, Number(chain_id), checkout_address);
  const expected = checkoutCode(contract_address, wallet_address);
  return codes.filter((code) => code === expected).length >= quorum;
}
