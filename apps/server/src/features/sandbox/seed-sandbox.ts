import { chainsOf } from '@portside/chain';
import { NETWORKS, type Network, type Sandbox } from '@portside/contract';
import type { DevchainInfo } from '@portside/devchain';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { listWatchedTreasuries, setPaymentMethod } from '../payment-methods/index.ts';
import { listSignIns, type SandboxAccess, type SignIn } from './read-sandbox.ts';
import { seedGoods } from './seed-goods.ts';
import { randomBytes } from 'node:crypto';
import { createAgent } from '../agents/index.ts';
import { listGoodsOnSale } from '../goods/index.ts';
import { createSupplier, setSupplierPerson } from '../suppliers/index.ts';
import { ensureOwnerRole } from '../roles/index.ts';
import { createUser, hashNewPassword } from '../users/index.ts';
import { seedBrand } from '../settings/index.ts';
import { DEMO_SUPPLIER, type DemoTexts } from './demo-goods.ts';

/** Whether the sandbox was prepared by an earlier start. */
export const isSandboxSeeded = async (db: Db): Promise<boolean> => (await listSignIns(db)).length > 0;

/**
 * Prepares a sandbox in one transaction: payment methods of the local chains, people and goods. Later starts only
 * update the chains' addresses and keep all other changes. No one gets a balance: test money comes from the chain.
 */
export function seedSandbox(ctx: Ctx, { devchain }: SandboxAccess): Promise<Sandbox['sign_ins']> {
  return inTransaction(ctx, async (step) => {
    for (const type of NETWORKS) await seedMethod(step, type, devchain.chains[type]);
    const known = await listSignIns(step.db);
    if (known.length > 0) return known;
    await seedGoods(step);
    await seedShopTexts(step);
    await step.db
      .insertInto('sandbox_sign_ins')
      .values(await seedPeople(step))
      .execute();
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

/**
 * Creates two owners, an agent, a buyer referred by the agent and a supplier, each with a random password. Nobody has set
 * up the second owner, so they can approve what the first proposes.
 */
async function seedPeople(ctx: Ctx): Promise<SignIn[]> {
  const membership = { roleId: await ensureOwnerRole(ctx.db), agentId: null };
  const owner = await createPerson(ctx, 'owner', membership);
  const colleague = await createPerson(ctx, 'colleague', membership);
  const agent = await createPerson(ctx, 'agent', { roleId: null, agentId: null });
  await createAgent(ctx, {
    body: {
      username: agent.signIn.username,
      platform_name: 'Harbour Trade',
      telegram: '@harbour_trade',
      commission_percent: '0',
      commission_tiers: null,
    },
  });
  const buyer = await createPerson(ctx, 'buyer', { roleId: null, agentId: agent.userId });
  const supplier = await createPerson(ctx, 'supplier', { roleId: null, agentId: null });
  await seedSupplier(ctx, supplier.signIn.username);
  return [owner, colleague, agent, buyer, supplier].map(({ signIn }) => signIn);
}

/** Whom they sign in for brings the products of one category. */
async function seedSupplier(ctx: Ctx, username: string): Promise<void> {
  const { name, contact, goods } = DEMO_SUPPLIER;
  const { id } = await createSupplier(ctx, { body: { name, contact } });
  const names = new Set(goods.map((one) => one.name.en));
  const theirs = (await listGoodsOnSale(ctx.db, {})).filter((row) => names.has(row.name.en!));
  const person = { username, goods_ids: theirs.map((row) => String(row.id)), lines_a_day: 10_000 };
  await setSupplierPerson(ctx, { params: { id }, body: { person } });
}

type Membership = { readonly roleId: bigint | null; readonly agentId: bigint | null };

async function createPerson(
  ctx: Ctx,
  role: SignIn['role'],
  membership: Membership,
): Promise<{ userId: bigint; signIn: SignIn }> {
  const password = randomBytes(12).toString('base64url');
  const user = await createUser(ctx, {
    username: role,
    email: `${role}@sandbox.example`,
    passwordHash: await hashNewPassword(password, { isAdmin: membership.roleId !== null }),
    language: 'en',
    ...membership,
  });
  return { userId: user.id, signIn: { role, username: role, password } };
}

export const HOME_LEDE: DemoTexts = {
  en: 'Mailboxes, game accounts, cloud storage. Live stock, volume pricing, instant delivery. Pay in USDT from your own wallet.',
  'zh-cn': '邮箱、游戏账号、云存储，实时库存，买得越多单价越低。用您自己的钱包以 USDT 付款。',
  pt: 'Caixas de e-mail, contas de jogos, armazenamento em nuvem. Estoque real, preço por volume e entrega na hora. Pague em USDT com a sua carteira.',
  ru: 'Почтовые ящики, игровые аккаунты, облачные хранилища. Реальный остаток, оптовые цены, выдача сразу после оплаты. Платите в USDT со своего кошелька.',
};

/** The texts of the sandbox's home page, which name its demo goods. */
const seedShopTexts = (ctx: Ctx): Promise<void> => seedBrand(ctx, { headline: {}, lede: HOME_LEDE });
