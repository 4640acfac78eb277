import { networkRecords, type NetworkRecord } from '@portside/chain/networks/registry';
import { toUnits } from '@portside/chain/token/units';
import {
  checkoutAbi,
  checkoutBytecode,
  depositFactoryAbi,
  depositFactoryBytecode,
  usdtLookalikeAbi,
  usdtLookalikeBytecode,
  usdtKindOf,
} from '@portside/checkout';
import { encodeDeployData, encodeFunctionData, getContractAddress, type Hex, numberToHex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { Rpc } from '../node/rpc.ts';
import { FACES } from './faces.ts';

const WALLET_USDT_MICRO = 10_000_000_000_000n;
/** A transfer to an address that never held USDT costs twice the energy on TRON, so the treasury starts with some. */
const TREASURY_USDT_MICRO = 1_000_000n;
/** Different nonces give different contract addresses per network, as on real networks, so mix-ups are noticed. */
const NONCES_APART = 1_000;

export type Contracts = {
  contractAddress: Hex;
  walletAddress: Hex;
  checkoutAddress: Hex;
  /** Absent on chains that were begun before there were own addresses. */
  factoryAddress?: Hex;
};

/**
 * Deploys the USDT look-alike, the checkout and the factory of deposit addresses on an empty chain in one block, and
 * mints the wallet's test money.
 */
export async function deployContracts(record: NetworkRecord, rpc: Rpc, wallet: Hex): Promise<Contracts> {
  const { gasIsFree, walletCoins } = FACES[record.family];
  const { decimals } = record.token;
  // The key is discarded: the shop only watches its treasury.
  const treasury = lowerCase(privateKeyToAddress(generatePrivateKey()));
  const place = networkRecords().findIndex(({ id }) => id === record.id);
  const firstNonce = BigInt(NONCES_APART * place);
  const token = lowerCase(getContractAddress({ from: wallet, nonce: firstNonce }));
  const checkout = lowerCase(getContractAddress({ from: wallet, nonce: firstNonce + 1n }));
  const factory = lowerCase(getContractAddress({ from: wallet, nonce: firstNonce + 2n }));
  const steps: { to?: Hex; data: Hex }[] = [
    {
      data: encodeDeployData({
        abi: usdtLookalikeAbi,
        bytecode: usdtLookalikeBytecode,
        args: [usdtKindOf(record), decimals],
      }),
    },
    { data: encodeDeployData({ abi: checkoutAbi, bytecode: checkoutBytecode, args: [token, treasury] }) },
    {
      data: encodeDeployData({
        abi: depositFactoryAbi,
        bytecode: depositFactoryBytecode,
        args: [treasury],
      }),
    },
    { to: token, data: mint(wallet, toUnits(WALLET_USDT_MICRO, decimals)) },
    { to: token, data: mint(treasury, toUnits(TREASURY_USDT_MICRO, decimals)) },
  ];

  await rpc('anvil_setBalance', wallet, numberToHex(walletCoins * 10n ** BigInt(record.coin.decimals)));
  await rpc('anvil_setNonce', wallet, numberToHex(firstNonce));
  const hashes: Hex[] = [];
  for (const [index, step] of steps.entries()) {
    hashes.push(
      await rpc('eth_sendTransaction', {
        ...step,
        from: wallet,
        nonce: numberToHex(firstNonce + BigInt(index)),
        gas: numberToHex(3_000_000),
        ...(gasIsFree && { gasPrice: '0x0' }),
      }),
    );
  }
  await rpc('evm_mine');
  for (const hash of hashes) {
    const receipt = await rpc<{ status: Hex }>('eth_getTransactionReceipt', hash);
    if (receipt.status !== '0x1')
      throw new Error(`The contracts could not be put on the local ${record.id} chain`);
  }
  return {
    contractAddress: token,
    walletAddress: treasury,
    checkoutAddress: checkout,
    factoryAddress: factory,
  };
}

function mint(to: Hex, units: bigint): Hex {
  return encodeFunctionData({ abi: usdtLookalikeAbi, functionName: 'mint', args: [to, units] });
}

function lowerCase(address: Hex): Hex {
  return address.toLowerCase() as Hex;
}
