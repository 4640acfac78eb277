import { randomUUID, randomBytes } from 'node:crypto';
import { addAgent, type NewAgent } from '../features/agents/write-agent.ts';
import type { AgentRow } from '../features/agents/index.ts';
import { insertCategory } from '../features/goods/categories.ts';
import type { Texts } from '../features/goods/index.ts';
import { insertGoods, type NewGoods } from '../features/goods/write-goods.ts';
import { recordCommissions, recordCredit, recordDeposit } from '../features/ledger/index.ts';
import { importStock, type StockGender } from '../features/stock/index.ts';
import { createUser } from '../features/users/index.ts';
import { userActor } from '../platform/actor.ts';
import { inTransaction, type Ctx } from '../platform/context.ts';
import { combineWrites } from '../platform/db/pipeline.ts';
import type { OrderAccounts } from '../features/orders/delivery/open-accounts.ts';

/** Builders: each test makes the users, products and money it needs. They check and audit nothing. */

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
  const actor = userActor(user.id);
  return { id: user.id, email: user.email, ctx: { ...ctx, actor, address: ownAddress() } };
}

export async function fund(ctx: Ctx, userId: bigint, amountMicro: bigint): Promise<void> {
  const depositId = (deposits += BigInt(Math.floor(Math.random() * 1_000_000) + 1));
  await recordDeposit(ctx, { depositId, network: 'TRON', amountMicro });
  await recordCredit(ctx, { depositId, userId, amountMicro });
}

export const buildCategory = async (
  { db }: Ctx,
  name: Texts = { en: 'Test kind' },
  sort = 1,
): Promise<bigint> => (await insertCategory(db, name, sort)).id;

/** A product on sale, without stock. */
export async function buildGoods(ctx: Ctx, goods: Partial<NewGoods> = {}): Promise<bigint> {
  const category_id = goods.category_id ?? (await buildCategory(ctx));
  const product: NewGoods = {
    category_id,
    name: { en: 'Test mailbox' },
    description: { en: 'For tests' },
    price_micro: 1_000_000n,
    tiers: [],
    min_quantity: 1,
    max_quantity: 10_000,
    genders: ['random', 'male', 'female'],
    warranty_hours: 24,
    separator: '----',
    columns: ['account', 'password'],
    instruction: {},
    instruction_in_mail: true,
    file_name: '',
    sort: 0,
    ...goods,
  };
  const { id } = await inTransaction(ctx, ({ db, clock }) =>
    insertGoods(db, product, { isOnSale: true, now: clock.now() }),
  );
  return id;
}

/** Makes a user an agent. */
export const buildAgent = (ctx: Ctx, agent: NewAgent): Promise<AgentRow> => addAgent(ctx, agent);

/** Puts `count` fresh accounts on sale and returns their texts. */
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

/** An IPv4 address that no other buyer has: what strangers of one address may reserve is limited. */
export const ownAddress = (): string => `10.${randomBytes(3).join('.')}`;

/** Commission of an order without a buyer: the ledger still balances for the checks. */
export async function earnCommission(
  { db, clock }: Ctx,
  agentId: bigint,
  amountMicro: bigint,
): Promise<void> {
  const { id: account } = await db
    .selectFrom('ledger_accounts')
    .select('id')
    .where('user_id', '=', agentId)
    .where('kind', '=', 'commission')
    .executeTakeFirstOrThrow();
  await combineWrites(db, recordCommissions([{ orderId: -agentId, account, amountMicro }], clock.now()));
}

/** A row only: its amount is not reserved. */
export async function insertPayoutRequest(
  { db, clock }: Ctx,
  agentId: bigint,
  state: 'requested' | 'approved' | 'cancelled',
): Promise<bigint> {
  const now = clock.now();
  const { id } = await db
    .insertInto('payout_requests')
    .values({
      agent_id: agentId,
      amount_micro: 5_000_000n,
      network: 'ETH',
      chain_id: 1n,
      token: `0x${'70'.repeat(20)}`,
      address: `0x${randomBytes(20).toString('hex')}`,
      state,
      idempotency_key: randomBytes(8).toString('hex'),
      created_at: now,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The texts of an order's good accounts. */
export async function listTexts(accounts: OrderAccounts): Promise<string[]> {
  const texts: string[] = [];
  for await (const step of accounts.open()) texts.push(...step.map(({ text }) => text));
  return texts;
}

/** A user asks to be an agent; answers what an operator decides. */
export async function applyAsAgent({ db, clock }: Ctx, userId: string): Promise<string> {
  const { id } = await db
    .insertInto('agent_applications')
    .values({
      user_id: BigInt(userId),
      platform_name: 'Quay',
      words: 'my channel',
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id.toString();
}
