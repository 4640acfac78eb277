import { forgetMethods } from '../../testing/sealed-rows.ts';
import { formatAddress, type ChainNode } from '@portside/chain';
import { NETWORKS, type Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { signInAdmin } from '../../testing/people.ts';
import {
  createChainWorld,
  nodeOf,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { networksHere } from '../../testing/world.ts';
import { createPaymentMethod, prepareAddresses } from './change-payment-methods.ts';
import type { ChainFacts } from './propose-method.ts';

let chains: TestChains;
let world: ChainWorld;
let ann: Ctx;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

const factsOf = (nodesOf: (network: Network) => readonly ChainNode[]): ChainFacts => ({
  isOnLoopback: () => true,
  listBuyersAddresses: () => Promise.resolve([]),
  nodesOf,
  quorumOf: () => 1,
  isOffered: () => Promise.resolve(true),
});
const facts = factsOf((network) => [nodeOf(chains, network)]);
const other = (type: Network) => formatAddress(type, randomAddress());

/** The network's token at another address. */
async function deployTwin(type: Network): Promise<string> {
  const { rpc } = chains.controls;
  const [token, twin] = [chains.chains[type].contractAddress, randomAddress()];
  await rpc(type, 'anvil_setCode', twin, await rpc(type, 'eth_getCode', token, 'latest'));
  return formatAddress(type, twin);
}

/** The network's own addresses, as an admin writes them. */
function written(type: Network) {
  const { chainId, contractAddress, walletAddress, checkoutAddress } = chains.chains[type];
  return {
    type,
    chain_id: chainId,
    contract_address: formatAddress(type, contractAddress),
    wallet_address: formatAddress(type, walletAddress),
    checkout_address: formatAddress(type, checkoutAddress),
    reason: 'wallets are rotated',
  };
}
const propose = (body: ReturnType<typeof written> | object, chainFacts = facts) =>
  createPaymentMethod(ann, { body: body as ReturnType<typeof written> }, chainFacts);
/** The approver sees whether the nodes confirm that the contract pays to the wallet. */
const isProven = async (body: object, chainFacts = facts) =>
  (await propose(body, chainFacts)).proposals[0]?.terms;
const unproven = { checkout_proven: false };

describe.each(networksHere)('on %s', (type) => {
  beforeEach(async () => {
    world = await createChainWorld(chains, [type]);
    await world.ctx.db.deleteFrom('proposals').execute();
    ann = (await signInAdmin(world.ctx)).ctx;
    // With a single admin a change would not need approval.
    await signInAdmin(world.ctx);
  });

  // Each of them is the network's first.
  beforeEach(() => forgetMethods(world.ctx));

  test('only the contract that pays to the wallet, in the token, is proven', async () => {
    const method = written(type);
    const others = [
      { ...method, wallet_address: other(type) },
      { ...method, contract_address: await deployTwin(type) },
      // There is no contract.
      { ...method, checkout_address: other(type) },
    ];
    for (const body of others) {
      expect(await isProven(body)).toMatchObject(unproven);
      await forgetMethods(world.ctx);
    }
    expect(await isProven(method)).toMatchObject({ checkout_proven: true });
    // Set already: nobody is asked.
    expect(
      await isProven(
        method,
        factsOf(() => []),
      ),
    ).toBeUndefined();
  });

  test('without a contract there is nothing to prove', async () => {
    const { checkout_address: _, ...plain } = written(type);
    expect(await isProven(plain)).toMatchObject({ checkout_address: null, ...unproven });
  });

  test('what no node of the chain tells is not proven, and hinders nobody who replaces a wallet', async () => {
    const another = NETWORKS.find((one) => one !== type);
    for (const nodes of [[], [nodeOf(chains, another!)]]) {
      await propose(written(type));
      expect(
        await isProven(
          { ...written(type), wallet_address: other(type) },
          factsOf(() => nodes),
        ),
      ).toMatchObject(unproven);
      await forgetMethods(world.ctx);
      await world.ctx.db.deleteFrom('proposals').execute();
    }
  });

  test('the site config, which keeps the contract, tells the same of another wallet', async () => {
    await propose(written(type));
    const addresses = { type, wallet_address: other(type), reason: 'wallets are rotated' };
    const [proposal] = await inTransaction(ann, await prepareAddresses(ann, [addresses], facts));
    expect(proposal).toMatchObject({ state: 'proposed', terms: unproven });
    const same = { ...addresses, wallet_address: written(type).wallet_address };
    expect(await (await prepareAddresses(ann, [same], facts))(ann)).toEqual([]);
  });
});
