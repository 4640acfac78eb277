import { createTronHttp } from '@portside/chain/tron/http';
import { hashSignedText } from '@portside/chain';
import { compileSources, type CompiledContract } from '@portside/checkout/compile-sources';
import { readSource } from '@portside/checkout/compile-contracts';
import { NETWORKS, parseMicro, type Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { encodeDeployData, encodeFunctionData, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import {
  createChainWorld,
  nodeOf,
  randomAddress,
  unitsOf,
  type ChainWorld,
  type TestChains,
  transferOf,
} from '../../../testing/chain-world.ts';
import { networksHere } from '../../../testing/world.ts';
import { claimDeposit, type ClaimedChains } from './claim-deposit.ts';
import { createDepositClaimText } from './create-deposit-claim-text.ts';

let chains: TestChains;
let world: ChainWorld;
let contracts: Record<string, CompiledContract>;
beforeAll(async () => {
  const compiled = compileSources({ 'Wallets.sol': readSource('testing/Wallets') })['Wallets.sol']!;
  contracts = Object.fromEntries(compiled.map((one) => [one.name, one]));
  chains = await startDevchain();
});
afterAll(() => chains.stop());

const openOn = async (...networks: Network[]): Promise<void> => {
  world = await createChainWorld(chains, networks);
};

async function deploy(network: Network, name: string, args: readonly unknown[] = []): Promise<Hex> {
  const { rpc, mine } = chains.controls;
  const from = randomAddress();
  await rpc(network, 'anvil_setBalance', from, '0xde0b6b3a7640000');
  const { abi, bytecode } = contracts[name]!;
  const data = encodeDeployData({ abi, bytecode, args });
  const hash = await rpc<Hex>(network, 'eth_sendTransaction', { from, data, gas: '0x2dc6c0' });
  await mine(network, 1);
  return (await rpc<{ contractAddress: Hex }>(network, 'eth_getTransactionReceipt', hash)).contractAddress;
}

const callWallet = (network: Network, wallet: Hex, functionName: string, args: readonly unknown[]) =>
  world.call(
    network,
    randomAddress(),
    wallet,
    encodeFunctionData({ abi: contracts['ContractWallet']!.abi, functionName, args }),
  );

/** The wallet sends a round amount that no top-up asked for. */
async function payFrom(network: Network, wallet: Hex, amount: string): Promise<Hex> {
  await chains.controls.mint(network, wallet, parseMicro(amount));
  const { contractAddress, walletAddress } = chains.chains[network];
  const transfer = transferOf(walletAddress, unitsOf(network, amount));
  return callWallet(network, wallet, 'run', [contractAddress, transfer]);
}

const readers = (quorum = 1): ClaimedChains =>
  Object.fromEntries(
    NETWORKS.map((network) => {
      const { httpUrl } = chains.chains[network];
      const tronHttp = httpUrl ? { tronHttp: createTronHttp({ url: httpUrl, timeoutMs: 5_000 }) } : {};
      return [network, { nodes: [nodeOf(chains, network)], quorum, ...tronHttp }];
    }),
  );

async function claim(ctx: Ctx, type: Network, tx_hash: Hex, privateKey: Hex, from = readers()) {
  const { text } = await createDepositClaimText(ctx, { body: { type, tx_hash } });
  const plain = await sign({ hash: hashSignedText(type, text), privateKey, to: 'hex' });
  const signature = `0x00${plain.slice(2)}`;
  return claimDeposit(ctx, { body: { type, tx_hash, signature } }, from);
}

const newOwner = () => {
  const key = generatePrivateKey();
  return { key, address: privateKeyToAccount(key).address };
};

describe.for(networksHere)('on %s', (network) => {
  beforeEach(() => openOn(network));

  test("a contract wallet's payment is credited to whom its owner signs for, once, and to nobody else", async () => {
    const [buyer, thief, owner] = [await world.createBuyer(), await world.createBuyer(), newOwner()];
    const wallet = await deploy(network, 'ContractWallet', [owner.address]);
    const hash = await payFrom(network, wallet, '25');
    await expect(claim(buyer.ctx, network, hash, owner.key)).rejects.toMatchObject({
      reason: 'paymentNotSeen',
    });
    await world.settle(network);
    await expect(claim(thief.ctx, network, hash, newOwner().key)).rejects.toMatchObject({
      reason: 'signerNotSender',
    });
    expect(await claim(buyer.ctx, network, hash, owner.key)).toMatchObject({
      status: 'credited',
      amount: '25',
    });
    expect(await buyer.balance()).toBe(25_000_000n);
    await expect(claim(thief.ctx, network, hash, owner.key)).rejects.toMatchObject({
      reason: 'depositTaken',
    });
    expect(await thief.balance()).toBe(0n);
  });

  test('only the final state counts: a new owner’s signature is not valid before that', async () => {
    const [thief, owner, next] = [await world.createBuyer(), newOwner(), newOwner()];
    const wallet = await deploy(network, 'ContractWallet', [owner.address]);
    const hash = await payFrom(network, wallet, '9');
    await world.settle(network);
    await callWallet(network, wallet, 'setOwner', [next.address]);
    await expect(claim(thief.ctx, network, hash, next.key)).rejects.toMatchObject({
      reason: 'signerNotSender',
    });
    expect(await thief.balance()).toBe(0n);
    await world.makeFinal(network);
    expect(await claim(thief.ctx, network, hash, next.key)).toMatchObject({ status: 'credited' });
  });

  test('a contract that echoes every call confirms no signature', async () => {
    const thief = await world.createBuyer();
    const wallet = await deploy(network, 'Echo');
    const hash = await payFrom(network, wallet, '8');
    await world.settle(network);
    await expect(claim(thief.ctx, network, hash, newOwner().key)).rejects.toMatchObject({
      reason: 'signerNotSender',
    });
  });

  test('one node alone does not decide where two must agree', async () => {
    const [buyer, owner] = [await world.createBuyer(), newOwner()];
    const wallet = await deploy(network, 'ContractWallet', [owner.address]);
    const hash = await payFrom(network, wallet, '7');
    await world.settle(network);
    await expect(claim(buyer.ctx, network, hash, owner.key, readers(2))).rejects.toThrow('no agreement');
    expect(await buyer.balance()).toBe(0n);
  });
});

test('on TRON the newest state is not enough: without the HTTP API no contract is believed', async () => {
  await openOn('TRON');
  const [buyer, owner] = [await world.createBuyer(), newOwner()];
  const wallet = await deploy('TRON', 'ContractWallet', [owner.address]);
  const hash = await payFrom('TRON', wallet, '6');
  await world.settle('TRON');
  const { tronHttp: _, ...rest } = readers().TRON!;
  await expect(claim(buyer.ctx, 'TRON', hash, owner.key, { TRON: rest })).rejects.toThrow('no agreement');
});
