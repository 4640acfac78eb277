import { checkoutAbi, checkoutBytecode, usdtLookalikeAbi, usdtLookalikeBytecode } from '@portside/checkout';
import { encodeDeployData, encodeFunctionData, getContractAddress, type Hex, numberToHex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { NetworkType } from '../devchain.ts';
import type { Rpc } from '../node/rpc.ts';

const WALLET_USDT_MICRO = 10_000_000_000_000n;
/** A transfer to an address that never held USDT costs twice as much on TRON, so the treasury holds some. */
const TREASURY_USDT_MICRO = 1_000_000n;
/** 1,000 ETH in wei; 1,000,000 TRX in sun. */
const WALLET_NATIVE = { ETH: 1_000n * 10n ** 18n, TRON: 10n ** 12n } as const;
/** With other nonces the same wallet gets other contract addresses, as on real networks: no mix-up stays hidden. */
const FIRST_NONCE = { ETH: 0n, TRON: 1_000n } as const;

export type Contracts = { contractAddress: Hex; walletAddress: Hex; checkoutAddress: Hex };

/** Puts the USDT look-alike and the checkout on an empty chain, in one block, and gives the wallet its play money. */
export async function deployContracts(type: NetworkType, rpc: Rpc, wallet: Hex): Promise<Contracts> {
  // The key is not kept: the shop only watches its treasury.
  const treasury = lowerCase(privateKeyToAddress(generatePrivateKey()));
  const firstNonce = FIRST_NONCE[type];
  const token = lowerCase(getContractAddress({ from: wallet, nonce: firstNonce }));
  const checkout = lowerCase(getContractAddress({ from: wallet, nonce: firstNonce + 1n }));
  const steps: { to?: Hex; data: Hex }[] = [
    {
      data: encodeDeployData({
        abi: usdtLookalikeAbi,
        bytecode: usdtLookalikeBytecode,
        args: [type === 'TRON'],
      }),
    },
    { data: encodeDeployData({ abi: checkoutAbi, bytecode: checkoutBytecode, args: [token, treasury] }) },
    { to: token, data: mint(wallet, WALLET_USDT_MICRO) },
    { to: token, data: mint(treasury, TREASURY_USDT_MICRO) },
  ];

  await rpc('anvil_setBalance', wallet, numberToHex(WALLET_NATIVE[type]));
  await rpc('anvil_setNonce', wallet, numberToHex(firstNonce));
  const hashes: Hex[] = [];
  for (const [index, step] of steps.entries()) {
    hashes.push(
      await rpc('eth_sendTransaction', {
        ...step,
        from: wallet,
        nonce: numberToHex(firstNonce + BigInt(index)),
        gas: numberToHex(3_000_000),
        ...(type === 'TRON' && { gasPrice: '0x0' }),
      }),
    );
  }
  await rpc('evm_mine');
  for (const hash of hashes) {
    const receipt = await rpc<{ status: Hex }>('eth_getTransactionReceipt', hash);
    if (receipt.status !== '0x1')
      throw new Error(`The contracts could not be put on the local ${type} chain`);
  }
  return { contractAddress: token, walletAddress: treasury, checkoutAddress: checkout };
}

function mint(to: Hex, amountMicro: bigint): Hex {
  return encodeFunctionData({ abi: usdtLookalikeAbi, functionName: 'mint', args: [to, amountMicro] });
}

function lowerCase(address: Hex): Hex {
  return address.toLowerCase() as Hex;
}
