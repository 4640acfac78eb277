import { formatAddress, type ChainNode } from '@portside/chain';
import { NETWORKS, type Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { signInAdmin } from '../../testing/admin.ts';
import {
  createChainWorld,
  nodeOf,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { createPaymentMethod } from './create-payment-method.ts';
import { prepareAddresses } from './prepare-addresses.ts';
import type { ChainFacts } from './propose-method.ts';

let chains: TestChains;
let world: ChainWorld;
let ann: Ctx;
beforeAll(async () => {
  chains = await startDevchain();
});
beforeEach(async () => {
  world = await createChainWorld(chains);
  await world.ctx.db.deleteFrom('proposals').execute();
  ann = (await signInAdmin(world.ctx)).ctx;
  // Else there is no second person, whom a proposal waits for.
  await signInAdmin(world.ctx);
});
afterAll(() => chains.stop());

const factsOf = (nodesOf: (network: Network) => readonly ChainNode[]): ChainFacts => ({
  isOnLoopback: () => true,
  nodesOf,
});
const facts = factsOf((network) => [nodeOf(chains, network)]);
const other = (type: Network) => formatAddress(type, randomAddress());

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
  createPaymentMethod(ann, chainFacts, { body: body as ReturnType<typeof written> });
const unproven = { reason: 'checkoutUnproven' };

describe.each(NETWORKS)('on %s', (type) => {
  test('a wallet is proposed with the contract that pays to it, and with no other', async () => {
    const { checkout_address: _, ...plain } = written(type);
    const moved = { ...written(type), wallet_address: other(type) };
    await expect(propose(moved)).rejects.toMatchObject(unproven);
    await expect(propose({ ...written(type), contract_address: other(type) })).rejects.toMatchObject(
      unproven,
    );
    // Nothing stands there.
    await expect(propose({ ...written(type), checkout_address: other(type) })).rejects.toMatchObject(
      unproven,
    );
    const alone = await propose({ ...plain, wallet_address: other(type) });
    expect(alone.proposals).toMatchObject([{ terms: { checkout_address: null, checkout_proven: false } }]);
  });

  test('the contract of the wallet is proven to those who approve', async () => {
    await world.ctx.db.deleteFrom('payment_methods').where('type', '=', type).execute();
    const { proposals } = await propose(written(type));
    expect(proposals).toMatchObject([{ state: 'applied', terms: { checkout_proven: true } }]);
    // Set already: nobody is asked.
    expect(
      (
        await propose(
          written(type),
          factsOf(() => []),
        )
      ).proposals,
    ).toEqual([]);
  });

  test('a contract of which no node of the chain tells is not proven', async () => {
    await world.ctx.db.deleteFrom('payment_methods').where('type', '=', type).execute();
    const another = NETWORKS.find((one) => one !== type);
    for (const nodes of [[], [nodeOf(chains, another!)]]) {
      await expect(
        propose(
          written(type),
          factsOf(() => nodes),
        ),
      ).rejects.toMatchObject(unproven);
    }
  });

  test('the site config, which keeps the contract, is no way round', async () => {
    const addresses = { type, wallet_address: other(type), reason: 'wallets are rotated' };
    await expect(prepareAddresses(ann, facts, addresses)).rejects.toMatchObject(unproven);
    const same = { ...addresses, wallet_address: written(type).wallet_address };
    expect(await (await prepareAddresses(ann, facts, same))(ann)).toBeNull();
  });
});
