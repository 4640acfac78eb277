import { isInStock, textIn, type Language } from '@portside/contract';
import { sql } from 'kysely';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { EventPayloads } from '../../platform/events.ts';
import type { MailMessage } from '../../platform/mail/mailer.ts';
import { queueMails } from '../../platform/mail/outbox.sql.ts';
import { findGoods, goodsAddress, isFor, type GoodsRow } from '../goods/index.ts';
import { notify } from '../notices/index.ts';
import { writeShopLetter } from '../settings/index.ts';
import { countStock } from '../stock/index.ts';
import { CONFIRM_RESTOCK_MAIL, forgetAddresses, openAddress } from './restock-addresses.ts';

export const RESTOCKED_MAIL = 'restocked';

/** Told in one transaction. */
const BATCH = 100;

type Waiting = {
  readonly id: bigint;
  readonly goods_id: bigint;
  readonly user_id: bigint | null;
  readonly level_id: bigint | null;
  readonly link_key: string | null;
  readonly address_id: bigint | null;
  readonly key_id: string | null;
  readonly sealed: Buffer | null;
};

/**
 * Tells who waits for products that are in stock, in the order in which they asked and so many at a time: whoever was
 * told is gone, or marked, with the notice or mail itself, so that two processes and a crash tell nobody twice. Imports
 * do not look for it: nothing they do becomes slower.
 */
export async function tellOfRestocks(ctx: Ctx): Promise<{ more: boolean }> {
  const goods = await findBack(ctx.db);
  if (goods.size === 0) return { more: false };
  return inTransaction(ctx, async (step) => {
    const { rows } = await sql<Waiting>`
      select request.id, request.goods_id, request.user_id, request.link_key, request.address_id,
        (select level_id from users where users.id = request.user_id), address.key_id, address.sealed
      from restock_requests request left join restock_addresses address on address.id = request.address_id
      where request.confirmed_at is not null and request.told_at is null
        and request.goods_id = any(${idArray([...goods.keys()])}::bigint[])
      order by request.id limit ${BATCH} for update of request skip locked`.execute(step.db);
    for (const row of rows) await tell(step, row, goods.get(row.goods_id)!);
    crashPoint('restock: told');
    return { more: rows.length === BATCH };
  });
}

/** Products that somebody waits for and of which the smallest order can be placed. */
async function findBack(db: Db): Promise<Map<bigint, GoodsRow>> {
  const { rows } = await sql<{ goods_id: bigint }>`
    select goods_id from (
      select distinct goods_id from restock_requests where confirmed_at is not null and told_at is null) wanted
    where exists (select from stock_ranges range where range.goods_id = wanted.goods_id)`.execute(db);
  if (rows.length === 0) return new Map();
  const ids = rows.map((row) => row.goods_id);
  const stock = await countStock(db, ids);
  const goods = await findGoods(db, ids);
  return new Map(
    [...goods].filter(([id, { on_sale: isOnSale, min_quantity: least }]) => {
      const { male = 0, female = 0, unspecified = 0 } = stock.get(id) ?? {};
      return isOnSale && isInStock({ stock: male + female + unspecified, min_quantity: least });
    }),
  );
}

/** Who no longer sees the product is told nothing, and waits no longer. */
async function tell(step: Ctx, waiting: Waiting, goods: GoodsRow): Promise<void> {
  const { db, clock, keyring } = step;
  const sees = isFor(goods, { levelId: waiting.level_id, linkKey: waiting.link_key });
  if (waiting.user_id !== null) {
    const facts = { name: goods.name, path: goodsAddress(goods) };
    const notice = { event: 'productBack', reference: waiting.id, facts } as const;
    if (sees) await notify(step, { userId: waiting.user_id, ...notice }, { bulk: true });
    await db.deleteFrom('restock_requests').where('id', '=', waiting.id).execute();
    return;
  }
  const addressId = waiting.address_id!;
  const recipient = sees ? openAddress(keyring, { ...waiting, id: addressId }) : null;
  if (recipient === null) {
    await db.deleteFrom('restock_requests').where('id', '=', waiting.id).execute();
    return forgetAddresses(db, [addressId]);
  }
  const now = clock.now();
  await db.updateTable('restock_requests').set({ told_at: now }).where('id', '=', waiting.id).execute();
  await queueMails(db, [{ kind: RESTOCKED_MAIL, reference: waiting.id, recipient }], now, { bulk: true });
}

/** The mail to a visitor; null if they have ended it, or see the product no more. That it is sold out by then changes nothing. */
export async function renderRestocked(ctx: Ctx, reference: bigint): Promise<MailMessage | null> {
  const row = await ctx.db
    .selectFrom('restock_requests')
    .innerJoin('restock_addresses', 'restock_addresses.id', 'address_id')
    .select(['goods_id', 'link_key', 'language'])
    .where('restock_requests.id', '=', reference)
    .executeTakeFirst();
  const goods = row && (await findGoods(ctx.db, [row.goods_id])).get(row.goods_id);
  if (!goods || !isFor(goods, { levelId: null, linkKey: row.link_key })) return null;
  const url = new URL(goodsAddress(goods), ctx.publicUrl).href;
  const { language } = row;
  return writeShopLetter(ctx, language, (siteName) => {
    const { subject, back, button, last } = words[language];
    const name = textIn(goods.name, language);
    return {
      subject: `${siteName}: ${subject(name)}`,
      blocks: [back(name), { button, url }, last],
    };
  });
}

type Words = {
  readonly subject: (name: string) => string;
  readonly back: (name: string) => string;
  readonly button: string;
  readonly last: string;
};

const words: Readonly<Record<Language, Words>> = {
  en: {
    subject: (name) => `${name} is back in stock`,
    back: (name) =>
      `You asked us to tell you: ${name} is back in stock. It is sold in the order in which orders arrive.`,
    button: 'View product',
    last: 'This is the only e-mail. We have now deleted that you were waiting for it.',
  },
  'zh-cn': {
    subject: (name) => `${name} 已到货`,
    back: (name) => `您曾希望收到通知：${name} 已到货。先下单者先得。`,
    button: '查看商品',
    last: '通知仅此一封。您的到货提醒已删除。',
  },
  pt: {
    subject: (name) => `${name} voltou ao estoque`,
    back: (name) =>
      `Você pediu para ser avisado: ${name} voltou ao estoque. A venda segue a ordem de chegada dos pedidos.`,
    button: 'Ver produto',
    last: 'Este é o único e-mail. Já apagamos o seu pedido de aviso.',
  },
  ru: {
    subject: (name) => `${name}: снова в наличии`,
    back: (name) =>
      `Вы просили сообщить: ${name} снова в наличии. Товар получает тот, кто раньше оформит заказ.`,
    button: 'Открыть товар',
    last: 'Это единственное письмо. Запись о вашем ожидании уже удалена.',
  },
};

type Settled = EventPayloads['mailsSent']['mails'];

/** Nothing is kept of who was written to: neither the request, nor the address, nor whom the mail went to. */
export async function onRestockMailsSettled({ db }: Ctx, mails: Settled): Promise<void> {
  const own = mails.filter(({ kind }) => kind === RESTOCKED_MAIL || kind === CONFIRM_RESTOCK_MAIL);
  if (own.length === 0) return;
  await sql`
    update mails set recipient = 'forgotten ' || id where id = any(${idArray(own.map(({ mailId }) => mailId))}::bigint[])`.execute(
    db,
  );
  const told = own.flatMap(({ kind, reference }) => (kind === RESTOCKED_MAIL ? reference : []));
  if (told.length === 0) return;
  const { rows } = await sql<{ address_id: bigint }>`
    delete from restock_requests
    where id = any(${idArray(told)}::bigint[]) and address_id is not null returning address_id`.execute(db);
  await forgetAddresses(db, [...new Set(rows.map((row) => row.address_id))]);
}
