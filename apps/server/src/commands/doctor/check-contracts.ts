import { checkoutCode } from '@portside/checkout';
import type { CodeState, Network } from '@portside/contract';
import type { ChainPort } from '../../chain-port.ts';
import { proveCode, proveFactory, type PaymentMethodRow } from '../../features/payment-methods/index.ts';
import { fault, ok, type CheckResult } from './check-result.ts';

/**
 * Whether the method's contracts are the published ones that pay its wallet: the checkout, and the factory with the code
 * that its addresses run. As many nodes as must agree on a deposit have to say so, and no other may say otherwise.
 */
export async function checkContracts(
  network: Network,
  { nodes, quorum }: Pick<ChainPort, 'nodes' | 'quorum'>,
  method: PaymentMethodRow,
): Promise<CheckResult[]> {
  const asked = { nodes, quorum };
  const { chain_id, contract_address, wallet_address, checkout_address, factory_address } = method;
  const found: CheckResult[] = [];
  if (checkout_address !== null) {
    const place = { chainId: Number(chain_id), address: checkout_address };
    const state = await proveCode(asked, place, checkoutCode(contract_address, wallet_address));
    found.push(describeCode(network, 'checkout contract', state));
  }
  if (factory_address !== null)
    found.push(describeCode(network, 'address factory', await proveFactory(asked, method)));
  return found;
}

const PROBLEMS: Readonly<Record<Exclude<CodeState, 'proven'>, string>> = {
  none: 'there is no contract at its address',
  other: 'the code there is not the published one that pays this wallet',
  unknown: 'the nodes differ about its code, or too few of them answer',
};

const describeCode = (network: Network, name: string, state: CodeState): CheckResult =>
  state === 'proven'
    ? ok(network, `the ${name} is the published one that pays this wallet`)
    : fault(network, `${name}: ${PROBLEMS[state]}`);
