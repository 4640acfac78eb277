import {
  create2PrefixOf,
  formatAddress,
  parseAddressOrNull,
  pinnedToken,
  recordOf,
  type Network,
} from '@portside/chain';
import {
  checkoutCode,
  checkoutCreation,
  depositAddressCode,
  depositFactoryCode,
  factoryCreation,
  implementationOf,
} from '@portside/checkout';
import { NETWORKS } from '@portside/contract';
import { parseArgs } from 'node:util';
import { formatUnits, type Hex } from 'viem';
import { CommandError, print, usageOf, type Command } from '../command.ts';
import {
  openOperatorWallet,
  requireCoin,
  type OperatorWallet,
  KEY_VARIABLE,
  readKey,
} from './operator-wallet.ts';

/**
 * Runs on a machine of the operator's own; what it prints is entered in the back office, where a second person approves
 * it.
 */
export const contracts: Command = {
  summary: 'Deploy the checkout contract or the factory of buyers’ addresses from a wallet of your own.',
  usage: [
    'contracts deploy factory --network ID --treasury ADDRESS --node URL [--key-file FILE] [--max-fee COINS] [--dry-run]',
    'contracts deploy checkout --network ID --treasury ADDRESS --node URL [--token ADDRESS] [--key-file FILE] [--max-fee COINS]',
    `                             the key may be in ${KEY_VARIABLE}; it needs coins for the fee only`,
  ],
  async run(args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        network: { type: 'string' },
        treasury: { type: 'string' },
        token: { type: 'string' },
        node: { type: 'string' },
        'key-file': { type: 'string' },
        'max-fee': { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
      },
    });
    const [verb, kind] = positionals;
    const network = NETWORKS.find((one) => one === values.network);
    const { treasury, node } = values;
    if (verb !== 'deploy' || (kind !== 'factory' && kind !== 'checkout') || !network || !treasury || !node)
      throw new CommandError(`Usage:\n${usageOf(contracts)}`);
    const key = readKey(values['key-file'], process.env);
    const wallet = await openOperatorWallet({ network, nodeUrl: node, key, maxFee: values['max-fee'] });
    const terms = { treasury: read(network, treasury), token: tokenOf(wallet, values.token) };
    await deploy(wallet, kind, terms, values['dry-run']);
    return 0;
  },
};

type ContractTerms = { readonly treasury: Hex; readonly token: Hex | null };

async function deploy(
  wallet: OperatorWallet,
  kind: 'factory' | 'checkout',
  terms: ContractTerms,
  isTrial: boolean,
): Promise<void> {
  const { network } = wallet;
  const { coin } = recordOf(network);
  const call = { to: null, data: creationOf(kind, terms) };
  const fee = formatUnits(await requireCoin(wallet, call), coin.decimals);
  print(
    `From ${formatAddress(network, wallet.owner)} on chain ${wallet.chainId}, for about ${fee} ${coin.name}`,
  );
  if (isTrial) return;
  const { hash, contract } = await wallet.send(call);
  print(`Transaction ${hash}`);
  if (contract === null || !(await isPublished(wallet, kind, { ...terms, contract })))
    throw new CommandError('The node does not show the published contract there. Do not use it.');
  const field = kind === 'factory' ? 'Address factory' : 'Checkout contract';
  print(`${field}: ${formatAddress(network, contract)}`);
  print(
    `It pays to ${formatAddress(network, terms.treasury)} only. Enter both under Settings, Payment methods.`,
  );
}

function creationOf(kind: 'factory' | 'checkout', { treasury, token }: ContractTerms): Hex {
  if (kind === 'factory') return factoryCreation(treasury);
  if (token === null) throw new CommandError('This chain has no pinned USDT contract: name it with --token.');
  return checkoutCreation(token, treasury);
}

async function isPublished(
  wallet: OperatorWallet,
  kind: 'factory' | 'checkout',
  { treasury, token, contract }: ContractTerms & { readonly contract: Hex },
): Promise<boolean> {
  const code = await wallet.codeAt(contract);
  if (kind === 'checkout') return token !== null && code === checkoutCode(token, treasury);
  const factory = { prefix: create2PrefixOf(wallet.network, wallet.chainId), factory: contract, treasury };
  const behind = await wallet.codeAt(implementationOf(factory));
  return code === depositFactoryCode(factory) && behind === depositAddressCode(treasury);
}

const tokenOf = ({ network, chainId }: OperatorWallet, text: string | undefined): Hex | null =>
  text === undefined ? pinnedToken(network, chainId) : read(network, text);

function read(network: Network, text: string): Hex {
  const address = parseAddressOrNull(network, text);
  if (address === null) throw new CommandError(`${text}: not an address on ${network}.`);
  return address;
}
