import { hashTronText, hashSignedText } from '@portside/chain';
import { createTronHttp } from '@portside/chain/tron/http';
import { compileSources, type CompiledContract, readSource } from '@portside/checkout/compile-sources';
import { parseMicro, type Network, NETWORKS } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { hashMessage, type Hex, encodeDeployData, encodeFunctionData } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/clock.ts';
import { resealMethods } from '../../../testing/sealed-rows.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import {
  createChainWorld,
  type ChainWorld,
  type TestChains,
  nodeOf,
  randomAddress,
  unitsOf,
  transferOf,
} from '../../../testing/chain-world.ts';
import { networksHere } from '../../../testing/world.ts';
import { findLedgerMismatches } from '../../ledger/index.ts';
import { claimDeposit, listDepositClaims, type ClaimedChains } from './claim-deposit.ts';
import { createDepositClaimText } from './create-deposit-claim-text.ts';

let chains: TestChains;
let world: ChainWorld;

afterAll(() => chains.stop());

describe('claimDeposit', () => {
  beforeAll(async () => {
    chains = await startDevchain();
  });

  /** A wallet with a real key, which sends a round amount that no top-up asked for. */
  async function payFromWallet(network: Network, amount: string) {
    const key = generatePrivateKey();
    const address = privateKeyToAccount(key).address.toLowerCase() as Hex;
    await chains.controls.mint(network, address, parseMicro(amount));
    const txHash = await world.transfer(network, address, amount, chains.chains[network].walletAddress);
    return { key, txHash };
  }

  const signText = (network: Network, text: string, privateKey: Hex): Promise<Hex> =>
    sign({ hash: network === 'TRON' ? hashTronText(text) : hashMessage(text), privateKey, to: 'hex' });

  async function claim(ctx: Ctx, type: Network, txHash: Hex, key: Hex, ordinal?: number) {
    const { text } = await createDepositClaimText(ctx, { body: { type, tx_hash: txHash } });
    return claimDeposit(ctx, {
      body: {
        type,
        tx_hash: txHash,
        signature: await signText(type, text, key),
        ...(ordinal !== undefined && { ordinal }),
      },
    });
  }

  const statuses = async (ctx: Ctx) =>
    (await listDepositClaims(ctx, { query: { limit: 500 } })).items.map(({ status }) => status);

  const later = (ctx: Ctx, days: number): Ctx => ({
    ...ctx,
    clock: { now: () => new Date(Date.now() + days * DAY_MS) },
  });

  describe.for(networksHere)('on %s', (network) => {
    beforeEach(async () => {
      world = await createChainWorld(chains, [network]);
    });

    test('the wallet that sent an unmatched payment has it credited, once', async () => {
      const [buyer, other] = [await world.createBuyer(), await world.createBuyer()];
      const [thief, { key, txHash }] = [await world.createBuyer(), await payFromWallet(network, '25')];
      await world.settle(network);
      const confirm = (is_confirmed: boolean) =>
        world.ctx.db.updateTable('deposits').set({ is_confirmed }).where('tx_hash', '=', txHash).execute();
      await confirm(false);
      await expect(claim(buyer.ctx, network, txHash, key)).rejects.toMatchObject({
        reason: 'paymentNotSeen',
      });
      await confirm(true);
      // What else its transaction paid may be another one's.
      await sql`
        insert into deposits (network, chain_id, tx_hash, ordinal, block_number, block_hash, block_time, state,
          contract_address, from_address, to_address, amount_units, amount_micro, user_id, recorded_at)
        select network, chain_id, tx_hash, ordinal + 500, block_number, block_hash, block_time, 'credited',
          contract_address, from_address, to_address, amount_units, amount_micro, ${other.userId}, recorded_at
        from deposits where tx_hash = ${txHash}`.execute(world.ctx.db);
      const credited = { status: 'credited', amount: '25' };
      expect(await claim(buyer.ctx, network, txHash, key)).toMatchObject(credited);
      expect(await claim(buyer.ctx, network, txHash, key)).toMatchObject(credited);
      expect(await buyer.balance()).toBe(parseMicro('25'));
      expect(await statuses(buyer.ctx)).toHaveLength(1);
      await expect(claim(thief.ctx, network, txHash, key)).rejects.toMatchObject({ reason: 'depositTaken' });
      expect(await thief.balance()).toBe(0n);
      const mismatches = await findLedgerMismatches(world.ctx.db);
      expect(mismatches.filter(({ userId }) => userId === buyer.userId)).toEqual([]);
    });

    test('a transfer that the known transaction does not have is not claimed, and leaves nothing behind', async () => {
      const thief = await world.createBuyer();
      const { txHash } = await payFromWallet(network, '60');
      await world.settle(network);
      const { text } = await createDepositClaimText(thief.ctx, { body: { type: network, tx_hash: txHash } });
      const signature = await signText(network, text, generatePrivateKey());
      for (const ordinal of [1_000, 1_001]) {
        const body = { type: network, tx_hash: txHash, ordinal, signature };
        await expect(claimDeposit(thief.ctx, { body })).rejects.toMatchObject({ reason: 'signerNotSender' });
      }
      expect(await statuses(thief.ctx)).toEqual([]);
    });

    test('a payment is claimed, too, after its wallet was retired and no other took its place', async () => {
      const buyer = await world.createBuyer();
      const { key, txHash } = await payFromWallet(network, '11');
      await world.settle(network);
      await world.ctx.db
        .updateTable('payment_methods')
        .set({ retired_at: new Date() })
        .where('type', '=', network)
        .execute();
      await resealMethods(world.ctx);
      expect(await claim(buyer.ctx, network, txHash, key)).toMatchObject({
        status: 'credited',
        amount: '11',
      });
      expect(await buyer.balance()).toBe(parseMicro('11'));
    });

    test('a claim that is early waits, is seen, and is credited when the payment is final', async () => {
      const buyer = await world.createBuyer();
      const { key, txHash } = await payFromWallet(network, '7.5');
      expect(await claim(buyer.ctx, network, txHash, key)).toMatchObject({ status: 'waiting', amount: null });
      await world.follow(network);
      expect(await claim(buyer.ctx, network, txHash, key)).toMatchObject({ status: 'seen' });
      expect(await buyer.balance()).toBe(0n);
      await world.settle(network);
      expect(await buyer.balance()).toBe(parseMicro('7.5'));
    });

    test("a stranger's signature claims nothing, early or late", async () => {
      const thief = await world.createBuyer();
      const { txHash } = await payFromWallet(network, '40');
      const strange = generatePrivateKey();
      expect(await claim(thief.ctx, network, txHash, strange)).toMatchObject({ status: 'waiting' });
      await world.follow(network);
      expect(await statuses(thief.ctx)).toEqual(['refused']);
      await world.settle(network);
      expect(await statuses(thief.ctx)).toEqual(['refused']);
      await expect(claim(thief.ctx, network, txHash, strange)).rejects.toMatchObject({
        reason: 'signerNotSender',
      });
      expect(await thief.balance()).toBe(0n);
    });

    test('who signed with the wrong wallet first, before anybody has seen the payment, claims it with the right one', async () => {
      const buyer = await world.createBuyer();
      const { key, txHash } = await payFromWallet(network, '6');
      expect(await claim(buyer.ctx, network, txHash, generatePrivateKey())).toMatchObject({
        status: 'waiting',
      });
      expect(await claim(buyer.ctx, network, txHash, key)).toMatchObject({ status: 'waiting' });
      await world.settle(network);
      expect(await buyer.balance()).toBe(parseMicro('6'));
      const { items } = await listDepositClaims(buyer.ctx, { query: { limit: 500 } });
      expect(items).toMatchObject([{ status: 'credited', amount: '6' }]);
    });

    test('of two for whom the wallet signed early, the first is credited and the other is told', async () => {
      const [first, second] = [await world.createBuyer(), await world.createBuyer()];
      const { key, txHash } = await payFromWallet(network, '9');
      for (const { ctx } of [first, second]) await claim(ctx, network, txHash, key);
      await world.settle(network);
      expect([await statuses(first.ctx), await statuses(second.ctx)]).toEqual([['credited'], ['refused']]);
    });

    test('a payment that nobody has seen for a week is told so, and credited all the same when it is there', async () => {
      const buyer = await world.createBuyer();
      const { key, txHash } = await payFromWallet(network, '5');
      await claim(buyer.ctx, network, txHash, key);
      expect(await statuses(later(buyer.ctx, 6.9))).toEqual(['waiting']);
      expect(await statuses(later(buyer.ctx, 7.1))).toEqual(['notFound']);
      // Claimed again, it is looked for again.
      expect(await claim(later(buyer.ctx, 8), network, txHash, key)).toMatchObject({ status: 'waiting' });
      expect(await statuses(later(buyer.ctx, 14))).toEqual(['waiting']);
      await world.settle(network);
      expect(await buyer.balance()).toBe(parseMicro('5'));
      expect(await statuses(later(buyer.ctx, 30))).toEqual(['credited']);
    });

    test('each user has ten claims of unknown payments at a time, also at the same time', async () => {
      const [buyer, other] = [await world.createBuyer(), await world.createBuyer()];
      const newHash = (): Hex => `0x${randomBytes(32).toString('hex')}`;
      const guess = (ctx: Ctx, hash = newHash(), ordinal?: number) =>
        claim(ctx, network, hash, generatePrivateKey(), ordinal);
      // Transfers of one transaction count, too; the same one again does not.
      const one = newHash();
      for (const ordinal of [1, 2, 3, 3]) await guess(buyer.ctx, one, ordinal);
      const made = await Promise.allSettled(Array.from({ length: 10 }, () => guess(buyer.ctx)));
      const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      expect(refused).toMatchObject(Array.from({ length: 3 }, () => ({ reason: 'tooManyTries' })));
      expect(await statuses(buyer.ctx)).toHaveLength(10);
      expect(await guess(other.ctx)).toMatchObject({ status: 'waiting' });
      // What is known is claimed, whatever else waits.
      const { key, txHash } = await payFromWallet(network, '4');
      await world.settle(network);
      expect(await claim(buyer.ctx, network, txHash, key)).toMatchObject({ status: 'credited' });
      expect(await guess(later(buyer.ctx, 8))).toMatchObject({ status: 'waiting' });
    });

    test('a claim made while its payment is being recorded is not passed over', async () => {
      const buyer = await world.createBuyer();
      const { key, txHash } = await payFromWallet(network, '8');
      await world.makeFinal(network);
      let following = Promise.resolve();
      await inTransaction(buyer.ctx, async (step) => {
        await claim(step, network, txHash, key);
        following = world.follow(network);
        await sleep(400);
      });
      await following;
      expect(await buyer.balance()).toBe(parseMicro('8'));
    });

    test("a text asked for by one user is no claim of another's, and each is good for one payment", async () => {
      const [ann, bob] = [await world.createBuyer(), await world.createBuyer()];
      const { key, txHash } = await payFromWallet(network, '3');
      await world.settle(network);
      const { text } = await createDepositClaimText(ann.ctx, { body: { type: network, tx_hash: txHash } });
      const body = { type: network, tx_hash: txHash, signature: await signText(network, text, key) };
      await expect(claimDeposit(bob.ctx, { body })).rejects.toMatchObject({ reason: 'claimTextExpired' });
      await createDepositClaimText(bob.ctx, { body: { type: network, tx_hash: txHash } });
      await expect(claimDeposit(bob.ctx, { body })).rejects.toMatchObject({ reason: 'signerNotSender' });
      expect(await bob.balance()).toBe(0n);
      expect(await claimDeposit(ann.ctx, { body })).toMatchObject({ status: 'credited' });
    });
  });

  test('a payment that another network records while it is claimed is found there', async () => {
    world = await createChainWorld(chains, ['BSC', 'ETH']);
    const buyer = await world.createBuyer();
    const { key, txHash } = await payFromWallet('ETH', '14');
    const { text } = await createDepositClaimText(buyer.ctx, { body: { type: 'BSC', tx_hash: txHash } });
    const signature = await signText('BSC', text, key);
    let isRecorded = false;
    // Recorded once the claim has looked for it.
    const db = buyer.ctx.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (!isRecorded) {
          isRecorded = true;
          await world.settle('ETH');
        }
        return result;
      },
    });
    const body = { type: 'BSC' as const, tx_hash: txHash, signature };
    expect(await claimDeposit({ ...buyer.ctx, db }, { body })).toMatchObject({
      type: 'ETH',
      status: 'credited',
      amount: '14',
    });
  });
});

describe('wallets that are contracts', () => {
  let contracts: Record<string, CompiledContract>;

  beforeAll(async () => {
    const compiled = compileSources({ 'Wallets.sol': readSource('testing/Wallets') })['Wallets.sol']!;
    contracts = Object.fromEntries(compiled.map((one) => [one.name, one]));
    chains = await startDevchain();
  });

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
});
