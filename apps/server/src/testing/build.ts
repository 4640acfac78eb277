import { randomUUID } from 'node:crypto';
import type { UserActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { createCategory, createGoods, type NewGoods } from '../features/goods/index.ts';
import { creditDeposit, recordDeposit } from '../features/ledger/index.ts';
import { importStock, type StockGender } from '../features/stock/index.ts';
import { createUser } from '../features/users/index.ts';

/** Builders: each test makes the users, goods and money it needs. */

export type TestBuyer = { readonly id: bigint; readonly email: string; readonly ctx: Ctx };

let deposits = 1_000_000_000_000n;

/** A buyer who acts through `ctx`, with money that came by a deposit. */
export async function buildBuyer(ctx: Ctx, balanceMicro = 0n): Promise<TestBuyer> {
  const name = `buyer-${randomUUID().slice(0, 12)}`;
  const user = await createUser(ctx, {
    username: name,
    email: `${name}@example.test`,
    passwordHash: 'none',
    roleId: null,
    agentId: null,
    language: 'en',
  });
  if (balanceMicro > 0n) await fund(ctx, user.id, balanceMicro);
  const actor: UserActor = {
    kind: 'user',
    userId: user.id,
    sessionId: 0n,
    isAdmin: false,
    notReady: null,
    codeAt: null,
    actions: new Set(),
  };
  return { id: user.id, email: user.email, ctx: { ...ctx, actor } };
}

export async function fund(ctx: Ctx, userId: bigint, amountMicro: bigint): Promise<void> {
  const depositId = (deposits += BigInt(Math.floor(Math.random() * 1_000_000) + 1));
  await recordDeposit(ctx, { depositId, network: 'TRON', amountMicro });
  await creditDeposit(ctx, { depositId, userId, amountMicro });
}

export async function buildGoods(ctx: Ctx, goods: Partial<NewGoods> = {}): Promise<bigint> {
  const categoryId = goods.categoryId ?? (await createCategory(ctx, { en: 'Test kind' }, 1));
  return createGoods(ctx, {
    categoryId,
    name: { en: 'Test mailbox' },
    description: { en: 'For tests' },
    priceMicro: 1_000_000n,
    tiers: [],
    minQuantity: 1,
    maxQuantity: 10_000,
    genders: ['random', 'male', 'female'],
    warrantyHours: 24,
    separator: '----',
    columns: ['account', 'password'],
    sort: 0,
    ...goods,
  });
}

/** Puts `count` fresh accounts on sale and tells their texts. */
export async function stockUp(
  ctx: Ctx,
  goodsId: bigint,
  count: number,
  gender: StockGender = 'unspecified',
): Promise<string[]> {
  const tag = randomUUID();
  const lines = Array.from({ length: count }, (_, index) => `user-${tag}-${index}----secret-${index}`);
  await importStock(ctx, { goodsId, gender, note: 'test', lines });
  return lines;
}
