import { createNode, parseAddress, recordOf, toUnits, type ChainNode } from '@portside/chain';
import { checkoutAbi, depositFactoryAbi, depositFactoryBytecode, usdtLookalikeAbi } from '@portside/checkout';
import { NETWORKS, parseMicro, type Network, type Recharge } from '@portside/contract';
import type { startDevchain } from '@portside/devchain';
import { randomBytes } from 'node:crypto';
import { concat, encodeDeployData, encodeFunctionData, numberToHex, type Hex } from 'viem';
import { openDepositAddress } from '../features/deposit-addresses/own-address.ts';
import { createFollowJob, createReadAddressesJob } from '../features/deposits/index.ts';
import { depositMatcher } from '../features/recharges/index.ts';
import { readAvailableMicro } from '../features/ledger/index.ts';
import { lookAtTreasury } from '../features/treasury/watch-treasury.ts';
import { setPaymentMethod } from '../features/payment-methods/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import type { Publication } from '../platform/live.ts';
import { forgetMethods } from './sealed-rows.ts';
import { ownAddress } from './build.ts';
import { createPerson } from './people.ts';
import { createWorld } from './world.ts';

export type TestChains = Awaited<ReturnType<typeof startDevchain>>;

/** More blocks than any network needs to finalize one. */
export const FINAL_BLOCKS = 8;
/** Later than every test. */
const NO_DEADLINE = 2n ** 63n;

export type Buyer = {
  readonly ctx: Ctx;
  readonly userId: bigint;
  /** What they can spend now, in micro-USDT. */
  balance(): Promise<bigint>;
};

type ChainPayments = {
  /** Sends test USDT, to our wallet unless `to` is given, and mines it. */
  pay(network: Network, amount: string, to?: Hex): Promise<Hex>;
  /** Pays these amounts in one block, each in a transaction of its own. */
  payTogether(network: Network, amounts: readonly string[], to: Hex): Promise<void>;
  /** The same in one transaction, as a contract pays several people. */
  payInOneTransaction(network: Network, amounts: readonly string[], to?: Hex): Promise<Hex>;
  /** Sends test USDT from an address that has it, in a block of its own. */
  transfer(network: Network, from: Hex, amount: string, to: Hex): Promise<Hex>;
  /** A payment of a sender that the operator has blocked. */
  payFromBlocked(network: Network, amount: string, to: Hex): Promise<Hex>;
  /** Sends a transaction from any address, in a block of its own. */
  call(network: Network, from: Hex, to: Hex, data: Hex, gas?: Hex): Promise<Hex>;
  /**
   * Pays a top-up through the checkout contract, as anyone can, from an address that gets the USDT first: a new one if
   * none is given. Resolves with the payment's transaction.
   */
  payByCheckout(network: Network, recharge: Recharge, amount: string, payer?: Hex): Promise<Hex>;
};

/** A buyer with an own address, its salt, and the factory that it follows from. */
type AddressOwner = {
  readonly buyer: Buyer;
  readonly address: Hex;
  readonly salt: Hex;
  readonly factory: Hex;
};

export type ChainWorld = ChainPayments & {
  /** With the real clock, which the chains' block times use. */
  readonly ctx: Ctx;
  readonly published: readonly Publication[];
  createBuyer(): Promise<Buyer>;
  /** A buyer with an own address on a network, which gets a new factory for it. */
  createAddressOwner(network: Network): Promise<AddressOwner>;
  /** Follows until everything final is recorded. */
  follow(network: Network): Promise<void>;
  makeFinal(network: Network): Promise<void>;
  /** Makes what is in blocks final, and follows until it is recorded. */
  settle(network: Network): Promise<void>;
  /** Pays, to our wallet unless `to` is given, and settles. */
  payFinally(network: Network, amount: string, to?: Hex): Promise<Hex>;
  /** Lets the network's buyers have addresses of their own, under a new factory; answers it. */
  useOwnAddresses(network: Network): Promise<Hex>;
  /** Reads all buyers' addresses, as once an hour. */
  readAllAddresses(network: Network): Promise<void>;
  /** As if no buyer had opened or been paid at an address for ten days: they are read once an hour only. */
  makeAddressesCold(): Promise<void>;
};

const COLD_MS = 10 * 24 * 3_600_000;
const offered = { isOffered: () => Promise.resolve(true) };

/** The buyer's own address on a network that has a factory, with its salt. */
export async function openOwnAddress({ ctx }: Buyer, type: Network): Promise<{ address: Hex; salt: Hex }> {
  const { address, salt } = await openDepositAddress(ctx, { body: { type } }, offered);
  return { address: parseAddress(type, address), salt: salt as Hex };
}

export const nodeOf = (chains: TestChains, network: Network): ChainNode =>
  createNode({ name: `${network} node`, url: chains.chains[network].rpcUrl, timeoutMs: 5_000 });

/** An amount in the units of the network's token. */
export const unitsOf = (network: Network, amount: string): bigint =>
  toUnits(parseMicro(amount), recordOf(network).token.decimals);

export const randomAddress = (): Hex => `0x${randomBytes(20).toString('hex')}`;

const sumOf = (amounts: readonly string[]): bigint => amounts.map(parseMicro).reduce((sum, one) => sum + one);

type Following = Pick<ChainWorld, 'follow' | 'makeFinal' | 'settle' | 'readAllAddresses'>;
type Addresses = Pick<ChainWorld, 'createAddressOwner' | 'useOwnAddresses' | 'makeAddressesCold'>;

const followChains = (chains: TestChains, ctx: Ctx): Following => {
  const follow = async (network: Network): Promise<void> => {
    const nodes = [nodeOf(chains, network)];
    const job = createFollowJob(ctx, { network, nodes, quorum: 1, everyMs: 1 }, depositMatcher);
    while ((await job.run()).more);
  };
  const makeFinal = (network: Network) => chains.controls.mine(network, FINAL_BLOCKS);
  return {
    follow,
    makeFinal,
    async settle(network) {
      await makeFinal(network);
      await follow(network);
    },
    async readAllAddresses(network) {
      const nodes = [nodeOf(chains, network)];
      const job = createReadAddressesJob(ctx, { network, nodes, quorum: 1 }, depositMatcher);
      while ((await job.run()).more);
    },
  };
};

function payOnChains(chains: TestChains, ctx: Ctx): ChainPayments {
  const { rpc, mine, mint } = chains.controls;
  const call: ChainPayments['call'] = async (network, from, to, data, gas = '0x7a120') => {
    await rpc(network, 'anvil_setBalance', from, '0xde0b6b3a7640000');
    const hash = await rpc<Hex>(network, 'eth_sendTransaction', { from, to, data, gas });
    await mine(network, 1);
    return hash;
  };
  const transfer: ChainPayments['transfer'] = (network, from, amount, to) =>
    call(network, from, chains.chains[network].contractAddress, transferOf(to, unitsOf(network, amount)));
  return {
    call,
    transfer,
    async pay(network, amount, to = chains.chains[network].walletAddress) {
      const hash = await chains.sendUsdt(network, to, parseMicro(amount));
      await mine(network, 1);
      return hash;
    },
    async payTogether(network, amounts, to) {
      const payer = randomAddress();
      await rpc(network, 'anvil_setBalance', payer, '0xde0b6b3a7640000');
      await mint(network, payer, sumOf(amounts));
      const transaction = { from: payer, to: chains.chains[network].contractAddress, gas: '0x186a0' };
      const sent = amounts.map((amount, count) => {
        const data = transferOf(to, unitsOf(network, amount));
        return rpc(network, 'eth_sendTransaction', { ...transaction, data, nonce: numberToHex(count) });
      });
      await Promise.all(sent);
      await mine(network, 1);
    },
    async payInOneTransaction(network, amounts, to = chains.chains[network].walletAddress) {
      const splitter = randomAddress();
      await rpc(network, 'anvil_setCode', splitter, callEach(chains.chains[network].contractAddress));
      await mint(network, splitter, sumOf(amounts));
      const calls = amounts.map((amount) => transferOf(to, unitsOf(network, amount)));
      return call(network, randomAddress(), splitter, concat(calls), '0x1000000');
    },
    async payFromBlocked(network, amount, to) {
      const sender = randomAddress();
      await mint(network, sender, parseMicro(amount));
      const entry = { network, address: sender, list: 'own' as const, note: 'fraud', created_at: new Date() };
      await ctx.db.insertInto('blocked_wallets').values(entry).execute();
      return transfer(network, sender, amount, to);
    },
    async payByCheckout(network, { order_ref: orderRef }, amount, payer = randomAddress()) {
      const { contractAddress: token, checkoutAddress: checkout } = chains.chains[network];
      const units = unitsOf(network, amount);
      await mint(network, payer, parseMicro(amount));
      const approval = [checkout, units] as const;
      const payment = [orderRef as Hex, units, NO_DEADLINE] as const;
      const approve = { abi: usdtLookalikeAbi, functionName: 'approve', args: approval } as const;
      const pay = { abi: checkoutAbi, functionName: 'pay', args: payment } as const;
      await call(network, payer, token, encodeFunctionData(approve));
      return call(network, payer, checkout, encodeFunctionData(pay));
    },
  };
}

async function createBuyer(ctx: Ctx): Promise<Buyer> {
  const { user, actor } = await createPerson(ctx);
  const own = { ...ctx, actor, address: ownAddress() };
  return { ctx: own, userId: user.id, balance: () => readAvailableMicro(ctx.db, user.id) };
}

/** Sets the network's method to the local chain's contracts, and looks at its treasury. */
async function useLocalChain(
  chains: TestChains,
  ctx: Ctx,
  type: Network,
  factoryAddress?: Hex,
): Promise<void> {
  const { chainId, contractAddress, walletAddress, checkoutAddress } = chains.chains[type];
  const method = { type, chainId, contractAddress, walletAddress, checkoutAddress };
  await setPaymentMethod(ctx, {
    ...method,
    ...(factoryAddress && { factoryAddress }),
    nodesOnLoopback: true,
  });
  await lookAtTreasury(ctx, { network: type, nodes: [nodeOf(chains, type)], quorum: 1 });
}

const giveAddresses = (chains: TestChains, ctx: Ctx, { settle }: Following): Addresses => {
  const useOwnAddresses = async (type: Network): Promise<Hex> => {
    const factoryAddress = await deployFactory(chains, type, chains.chains[type].walletAddress);
    await useLocalChain(chains, ctx, type, factoryAddress);
    await settle(type);
    return factoryAddress;
  };
  return {
    useOwnAddresses,
    async createAddressOwner(network) {
      const factory = await useOwnAddresses(network);
      const buyer = await createBuyer(ctx);
      return { buyer, factory, ...(await openOwnAddress(buyer, network)) };
    },
    async makeAddressesCold() {
      const longAgo = new Date(Date.now() - COLD_MS);
      await ctx.db.updateTable('deposit_addresses').set({ opened_at: longAgo, paid_at: null }).execute();
    },
  };
};

/**
 * A shop that follows these networks' local chains from their current block; it has no method for the others. Mining
 * is off, so the test alone decides what is in a block and what is final. Transactions of earlier tests are final and
 * ignored.
 */
export async function createChainWorld(
  chains: TestChains,
  networks: readonly Network[],
): Promise<ChainWorld> {
  const { ctx: base } = await createWorld();
  const published: Publication[] = [];
  const live = {
    now: () => 0,
    changed: () => undefined,
    publish: (publication: Publication) => void published.push(publication),
  };
  const ctx: Ctx = { ...base, live, clock: systemClock };
  for (const table of ['chain_cursors', 'chain_statuses', 'pending_transfers'] as const) {
    await ctx.db.deleteFrom(table).execute();
  }
  await forgetMethods(ctx);
  // Addresses of earlier tests' factories are nobody's.
  await ctx.db.deleteFrom('deposit_addresses').execute();
  const following = followChains(chains, ctx);
  // A chain that nobody uses would only take time from the others.
  for (const type of NETWORKS) await chains.controls.setMining(type, false);
  for (const type of networks) {
    await following.makeFinal(type);
    await useLocalChain(chains, ctx, type);
    await following.follow(type);
  }
  const payments = payOnChains(chains, ctx);
  return {
    ctx,
    published,
    createBuyer: () => createBuyer(ctx),
    ...following,
    ...payments,
    async payFinally(network, amount, to) {
      const hash = await payments.pay(network, amount, to);
      await following.settle(network);
      return hash;
    },
    ...giveAddresses(chains, ctx, following),
  };
}

/** A factory of deposit addresses on a local chain, for that treasury; in a block of its own. */
export async function deployFactory({ controls }: TestChains, network: Network, treasury: Hex): Promise<Hex> {
  const from = randomAddress();
  await controls.rpc(network, 'anvil_setBalance', from, '0xde0b6b3a7640000');
  const data = encodeDeployData({
    abi: depositFactoryAbi,
    bytecode: depositFactoryBytecode,
    args: [treasury],
  });
  const hash = await controls.rpc<Hex>(network, 'eth_sendTransaction', { from, data, gas: '0x1e8480' });
  await controls.mine(network, 1);
  const receipt = await controls.rpc<{ contractAddress: Hex }>(network, 'eth_getTransactionReceipt', hash);
  return receipt.contractAddress.toLowerCase() as Hex;
}

/** The call of a token that transfers so many of its units. */
export const transferOf = (to: Hex, units: bigint): Hex =>
  encodeFunctionData({ abi: usdtLookalikeAbi, functionName: 'transfer', args: [to, units] });

/** Code that calls `token` with each 68 bytes of what it is called with: as many as a transfer's call has. */
function callEach(token: Hex): Hex {
  const copy = '60448160003760006000';
  const call = `60446000600073${token.slice(2)}5af150`;
  const next = '604401368110600257';
  return `0x60005b${copy}${call}${next}00`;
}
