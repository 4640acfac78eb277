import { formatAddress } from '@portside/chain';
import type { PaymentMethodChange } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { UserActor } from '../../platform/actor.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { servedChains } from '../../testing/followed-chain.ts';
import { countPendingProposals } from './index.ts';

/** Which proposals an admin sees and can veto, by their role. */

let shop: TestShop;
let ann: TestAdmin;
let cashier: TestAdmin;
let clerk: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop(servedChains());
  ann = await signInAdmin(shop.ctx);
  cashier = await signInAdmin(shop.ctx, ['balance.adjust']);
  clerk = await signInAdmin(shop.ctx, ['support.read']);
});

const ask = (who: TestAdmin, method: string, path: string, body?: unknown): Promise<Answer> =>
  shop.call(method, `/api/${path}`, body, who.headers);
const seen = async (who: TestAdmin, query: string): Promise<string[]> =>
  (await ask(who, 'GET', `proposals${query}`)).data.items.map(({ id }: { id: string }) => id);
const veto = (who: TestAdmin, id: string) =>
  ask(who, 'POST', `proposals/${id}/veto`, { reason: 'not known here' });
const proposeAddress = async (): Promise<string> => {
  const wallet_address = formatAddress('ETH', `0x${randomBytes(20).toString('hex')}`);
  const change: PaymentMethodChange = (
    await ask(ann, 'POST', 'payment-methods', { type: 'ETH', wallet_address })
  ).data;
  return change.proposals[0]!.id;
};
async function proposeCredit() {
  const buyer = await shop.register();
  const key = randomBytes(8).toString('hex');
  const { data } = await shop.call(
    'POST',
    `/api/users/${buyer.id}/adjustments`,
    { direction: 'credit', amount: '77', reason: 'goodwill' },
    { ...cashier.headers, 'idempotency-key': key },
  );
  expect(data).toMatchObject({ state: 'proposed', beneficiary: buyer.username });
  return { id: data.id as string, buyer };
}

test("an admin for support sees and vetoes an address, and nothing of a colleague's credit to a buyer", async () => {
  const credit = await proposeCredit();
  const first = await proposeAddress();
  const address = await proposeAddress();
  expect(await seen(clerk, '')).toEqual([address, first]);
  expect(await seen(clerk, '?state=open')).toEqual([address]);
  for (const query of [`?subject=user:${credit.buyer.id}`, '?kind=adjustmentApproved'])
    expect(await seen(clerk, query)).toEqual([]);
  expect(await seen(ann, '?state=open')).toEqual([address, credit.id]);
  expect((await veto(clerk, credit.id)).code).toBe(506);
  expect((await veto(clerk, address)).data).toMatchObject({ state: 'vetoed' });
  expect(await countPendingProposals(clerk.ctx)).toBeNull();
  expect(await countPendingProposals(ann.ctx)).toMatchObject({ count: 1 });
});

test('a page is full of what the reader sees, whatever lies between', async () => {
  const older = await proposeAddress();
  await proposeCredit();
  await veto(clerk, older);
  const newer = await proposeAddress();
  await proposeCredit();
  expect(await seen(clerk, '?limit=2')).toEqual([newer, older]);
  await veto(clerk, newer);
});

test('who has lost the permission still sees their own proposals, and takes them back', async () => {
  const { id } = await proposeCredit();
  const { roleId } = await shop.ctx.db
    .selectFrom('users')
    .select('role_id as roleId')
    .where('id', '=', (cashier.ctx.actor as UserActor).userId)
    .executeTakeFirstOrThrow();
  await shop.ctx.db
    .updateTable('roles')
    .set({ actions: ['support.read'] })
    .where('id', '=', roleId!)
    .execute();
  expect(await seen(cashier, `?state=open&limit=1`)).toEqual([id]);
  expect((await veto(cashier, id)).data).toMatchObject({ state: 'vetoed' });
});
