import { chainsOf } from '@portside/chain';
import { NETWORKS, type Network, type Sandbox } from '@portside/contract';
import type { DevchainInfo } from '@portside/devchain';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { listWatchedTreasuries, setPaymentMethod } from '../payment-methods/index.ts';
import type { SandboxPort } from './sandbox-port.ts';
import { insertSignIns, listSignIns } from './sandbox.sql.ts';
import { seedGoods } from './seed-goods.ts';
import { seedShopTexts } from './seed-shop-texts.ts';
import { seedColleague, seedPeople } from './seed-people.ts';

/** Whether the sandbox was prepared by an earlier start. */
export const isSandboxSeeded = async (db: Db): Promise<boolean> => (await listSignIns(db)).length > 0;

/**
 * Prepares a sandbox in one transaction: payment methods of the local chains, people and goods. Later starts only
 * update the chains' addresses and keep all other changes. No one gets a balance: test money comes from the chain.
 */
export function seedSandbox(ctx: Ctx, { devchain }: SandboxPort): Promise<Sandbox['sign_ins']> {
  return inTransaction(ctx, async (step) => {
    for (const type of NETWORKS) await seedMethod(step, type, devchain.chains[type]);
    const known = await listSignIns(step.db);
    if (known.some(({ role }) => role === 'colleague')) return known;
    if (known.length > 0) {
      await insertSignIns(step.db, [await seedColleague(step)]);
      return listSignIns(step.db);
    }
    await seedGoods(step);
    await seedShopTexts(step);
    await insertSignIns(step.db, await seedPeople(step));
    return listSignIns(step.db);
  });
}

/** Leaves a method of the present chain as it is: somebody may have changed it to try that. */
async function seedMethod(ctx: Ctx, type: Network, chain: DevchainInfo): Promise<void> {
  const { chainId, contractAddress, walletAddress, checkoutAddress, factoryAddress } = chain;
  const watched = await listWatchedTreasuries(ctx, type, ctx.clock.now());
  if (watched?.token === contractAddress && watched.treasuries.includes(walletAddress)) return;
  const method = { type, chainId, contractAddress, walletAddress, checkoutAddress, nodesOnLoopback: true };
  const isOwn = chainsOf(type).sandbox.ownAddresses && factoryAddress !== undefined;
  await setPaymentMethod(ctx, isOwn ? { ...method, factoryAddress } : method);
}
