import type { Order } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { test } from 'vitest';
import { mailRenderers } from '../../compose/compose.ts';
import type { Ctx } from '../../platform/context.ts';
import type { UserActor } from '../../platform/actor.ts';
import { createDb } from '../../platform/db/db.ts';
import { sendDueMails } from '../../platform/mail/send-due-mails.ts';
import { Refusal } from '../../platform/refusal.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { idsAt, readAfterSales } from '../../testing/sale.ts';
import { buildBuyer, buildGoods, stockUp, type TestBuyer } from '../../testing/build.ts';
import { checkRaces, checkSequences, type ModelSpec } from '../../testing/models/models.ts';
import {
  orderRaces,
  orderSequences,
  type OrderCommand,
  BODIES,
  FUNDS,
  STOCK,
} from '../../testing/models/order-commands.ts';
import {
  emailOf,
  LONGEST_WAIT_MINUTES,
  orderKeyOf,
  orderStart,
  stepOrders,
  viewOrders,
  type OrderState,
} from '../../testing/models/order-model.ts';
import { createWorld, runsHere, type TestClock } from '../../testing/world.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { countStock } from '../stock/index.ts';
import { setUserStatus } from '../users/index.ts';
import { createWarrantyClaim } from './after-sales/warranty-claims.ts';
import { mailAccounts } from './delivery/mail-accounts.ts';
import { placeOrder } from './placing/place-order.ts';
import { purgeAccounts } from './delivery/purge-accounts.ts';
import { readAccounts } from './delivery/read-accounts.ts';
import { refundOrder } from './after-sales/refund-order.ts';
import { replaceItems } from './after-sales/replace-items.ts';
import { MINUTE_MS } from '../../platform/clock.ts';

type World = {
  readonly ctx: Ctx;
  readonly clock: TestClock;
  /** Contexts with a queue of orders each. */
  readonly engines: readonly Ctx[];
  readonly start: number;
  readonly buyers: readonly TestBuyer[];
  readonly admin: TestAdmin;
  readonly goods: readonly bigint[];
  readonly numbers: Map<string, string>;
  readonly arrived: Map<string, number>;
  /** Whose an account is, once a buyer has read it. */
  readonly ownerOf: Map<string, string>;
};

const MICRO = 1_000_000n;
const MOST_TRIES = 12;

const spec: ModelSpec<OrderState, OrderCommand, World> = {
  sequences: orderSequences,
  races: orderRaces,
  afterwards: (race) => race.filter(({ kind }) => kind === 'purge').slice(0, 1),
  start: orderStart,
  step: stepOrders,
  view: viewOrders,

  async open() {
    const { ctx, clock, pool } = await createWorld();
    // Mails of other tests would be sent along.
    await ctx.db.deleteFrom('mails').execute();
    const goods = [
      await buildGoods(ctx, { genders: ['random'], max_quantity: 10 }),
      await buildGoods(ctx, { genders: ['male', 'female'], max_quantity: 10 }),
    ];
    await stockUp(ctx, goods[0]!, STOCK.any);
    await stockUp(ctx, goods[1]!, STOCK.male, 'male');
    await stockUp(ctx, goods[1]!, STOCK.female, 'female');
    const buyers: TestBuyer[] = [];
    for (const funds of FUNDS) buyers.push(await buildBuyer(ctx, BigInt(funds) * MICRO));
    return {
      ctx,
      clock,
      engines: [ctx, { ...ctx, db: createDb(pool) }],
      start: clock.now().getTime(),
      buyers,
      admin: await signInAdmin(ctx),
      goods,
      numbers: new Map(),
      arrived: new Map(),
      ownerOf: new Map(),
    };
  },

  async execute(world, command) {
    try {
      return (await execute(world, command)) ?? 'done';
    } catch (error) {
      if (error instanceof Refusal) return error.reason;
      throw error;
    }
  },

  async read({ ctx, buyers, goods, start, arrived }) {
    const ids = buyers.map(({ id }) => id);
    const users = await ctx.db
      .selectFrom('users')
      .select('status')
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    const rows = await ctx.db
      .selectFrom('orders')
      .selectAll()
      .where('user_id', 'in', ids)
      .orderBy('id')
      .execute();
    const mails = await ctx.db.selectFrom('mails').selectAll().orderBy('id').execute();
    const stock = await countStock(ctx.db, goods);
    const afterSales = new Map(
      await Promise.all(rows.map(async ({ id }) => [id, await readAfterSales(ctx.db, id)] as const)),
    );
    const orders = rows.map((row) => [
      orderKeyOf({ buyer: ids.indexOf(row.user_id), key: Number(row.idempotency_key) }),
      {
        quantity: row.quantity,
        refunded: row.refunded_quantity,
        status: row.status,
        email: nameOf(buyers, row.email),
        delivery: row.delivery_state,
        resendsLeft: 3 - row.resends,
        isPurged: row.accounts_deleted_at !== null,
        arrived: arrived.get(row.order_no) ?? 0,
        ...afterSales.get(row.id)!,
        mails: mails
          .filter((mail) => mail.reference === row.id)
          .map(({ state, attempts, next_at }) =>
            state === 'queued'
              ? { state, tries: attempts, nextAt: (next_at.getTime() - start) / MINUTE_MS }
              : { state },
          ),
      },
    ]);
    return {
      balances: await Promise.all(
        ids.map(async (id) => Number((await readAvailableMicro(ctx.db, id)) / MICRO)),
      ),
      frozen: users.map(({ status }) => status === 'frozen'),
      stock: {
        any: stock.get(goods[0]!)?.unspecified ?? 0,
        male: stock.get(goods[1]!)?.male ?? 0,
        female: stock.get(goods[1]!)?.female ?? 0,
      },
      orders: Object.fromEntries(orders) as unknown,
    };
  },
};

type CommandOf<Kind extends OrderCommand['kind']> = Extract<OrderCommand, { kind: Kind }>;

async function place(world: World, command: CommandOf<'place'>): Promise<unknown> {
  const { buyers, goods, numbers } = world;
  const { goods: index, ...body } = BODIES[command.body]!;
  const engine = world.engines[(command.key + command.body) % 2]!;
  const order = await placeOrder(
    { ...engine, actor: buyers[command.buyer]!.ctx.actor },
    { body: { ...body, goods_id: String(goods[index]) }, idempotencyKey: String(command.key) },
  );
  const known = numbers.get(orderKeyOf(command)) ?? order.order_no;
  if (known !== order.order_no) throw new Error(`one key has ${known} and ${order.order_no}`);
  numbers.set(orderKeyOf(command), order.order_no);
  return shown(world, order);
}

const read = (world: World, command: CommandOf<'read'>): Promise<unknown> =>
  ofOrder(world, command, async (params, own) => {
    const reply = { type: () => reply, send: (content: unknown) => content } as unknown as FastifyReply;
    const answer = await readAccounts(own, { params, query: { format: 'json', after: 0 } }, reply);
    const { items } = ((await json(answer as Readable)) as { data: { items: { text: string }[] } }).data;
    for (const { text } of items) {
      const owner = world.ownerOf.get(text) ?? params.order_no;
      if (owner !== params.order_no) throw new Error(`an account is in ${owner} and ${params.order_no}`);
      world.ownerOf.set(text, params.order_no);
    }
    return { accounts: items.length };
  });

async function execute(world: World, command: OrderCommand): Promise<unknown> {
  const { ctx, clock, buyers } = world;
  switch (command.kind) {
    case 'place':
      return place(world, command);
    case 'read':
      return read(world, command);
    case 'resend':
      return ofOrder(world, command, async (params, own) =>
        shown(
          world,
          await mailAccounts(own, { params, body: command.email === null ? {} : { email: command.email } }),
        ),
      );
    case 'claim':
      return ofOrder(world, command, async (params, own) => {
        const item_ids = await idsAt(world.ctx.db, params.order_no, command.items);
        const { state, accounts } = await createWarrantyClaim(own, {
          params,
          body: { item_ids, reason: 'dead' },
        });
        return { state, accounts };
      });
    case 'replace':
      return ofOrder(world, command, async (params) => {
        const item_ids = await idsAt(world.ctx.db, params.order_no, [command.item]);
        const { order } = await replaceItems(
          { ...world.admin.ctx, actor: freshly(world) },
          { params, body: { item_ids, reason: 'dead' } },
        );
        return shown(world, order);
      });
    case 'refund':
      return ofOrder(world, command, async (params) => {
        const item_ids =
          command.item === null ? undefined : await idsAt(world.ctx.db, params.order_no, [command.item]);
        const body = { item_ids, reason: 'dead' };
        return shown(
          world,
          (await refundOrder({ ...world.admin.ctx, actor: freshly(world) }, { params, body })).order,
        );
      });
    case 'mail':
      return tryMails(world, command.isAccepted);
    case 'giveUp':
      for (let count = 0; count < MOST_TRIES; count += 1) {
        await tryMails(world, false);
        clock.advance(LONGEST_WAIT_MINUTES * MINUTE_MS);
      }
      return undefined;
    case 'purge':
      while ((await purgeAccounts(ctx)).more);
      return undefined;
    case 'freeze':
      await setUserStatus(ctx, buyers[command.buyer]!.id, command.isFrozen ? 'frozen' : 'active');
      return undefined;
    case 'wait':
  }
  return clock.advance(command.minutes * MINUTE_MS);
}

/** The admin's second factor is always fresh, however long the model has waited. */
const freshly = ({ admin, clock }: World): UserActor => ({
  ...(admin.ctx.actor as UserActor),
  codeAt: clock.now(),
});

async function ofOrder(
  { buyers, numbers }: World,
  command: { readonly buyer: number; readonly key: number },
  step: (params: { order_no: string }, own: Ctx) => Promise<unknown>,
): Promise<unknown> {
  const orderNo = numbers.get(orderKeyOf(command));
  return orderNo === undefined ? 'none' : step({ order_no: orderNo }, buyers[command.buyer]!.ctx);
}

async function tryMails({ ctx, arrived }: World, isAccepted: boolean): Promise<void> {
  const mailer = {
    send: ({ attachments }: { attachments?: readonly { filename: string }[] }) => {
      if (!isAccepted) return Promise.reject(new Error('not now'));
      const orderNo = attachments![0]!.filename.replace('.txt', '');
      arrived.set(orderNo, (arrived.get(orderNo) ?? 0) + 1);
      return Promise.resolve();
    },
  };
  while ((await sendDueMails(ctx, mailRenderers, mailer)).more);
}

const shown = ({ buyers }: World, { quantity, status, delivery, accounts_deleted, ...order }: Order) => ({
  quantity,
  refunded: Number(order.refunded_amount),
  status,
  email: nameOf(buyers, delivery.email),
  delivery: delivery.state,
  resendsLeft: delivery.resends_left,
  isPurged: accounts_deleted,
});

function nameOf(buyers: readonly TestBuyer[], email: string): string {
  const index = buyers.findIndex((one) => one.email === email);
  return index < 0 ? email : emailOf(index);
}

test('orders do what a small model does, after every command', { timeout: 600_000 }, () =>
  checkSequences(spec, import.meta.filename, runsHere(24)),
);

test('orders that meet end up as in some order of them', { timeout: 600_000 }, () =>
  checkRaces(spec, import.meta.filename, runsHere(36)),
);
