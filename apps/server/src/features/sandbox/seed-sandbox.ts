import { NETWORKS, type Sandbox } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { setPaymentMethod } from '../payment-methods/index.ts';
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
    for (const type of NETWORKS) {
      const { chainId, contractAddress, walletAddress, checkoutAddress } = devchain.chains[type];
      const method = { type, chainId, contractAddress, walletAddress, checkoutAddress };
      await setPaymentMethod(step, { ...method, nodesOnLoopback: true });
    }
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
