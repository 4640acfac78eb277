import { textIn, type Data, type Input, type Language } from '@portside/contract';
import { sql, type Generated, type Selectable } from 'kysely';
import { DAY_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { lockName, type Db } from '../../platform/db/db.ts';
import { addressBlock } from '../../platform/ip-address.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { holdSealingKey } from '../../platform/keys/sealing-keys.sql.ts';
import type { SealedTable } from '../../platform/keys/sealed-table.sql.ts';
import type { MailMessage } from '../../platform/mail/mailer.ts';
import { queueMails } from '../../platform/mail/outbox.sql.ts';
import { refuse } from '../../platform/refusal.ts';
import { isSameSecret } from '../../platform/tokens.ts';
import { findGoods, goodsAddress, isFor } from '../goods/index.ts';
import { writeShopLetter } from '../settings/index.ts';
import { countWaitedFor, findWanted, MOST_WAITED_FOR } from './restock-requests.ts';
import { foldName } from '../users/index.ts';

export const CONFIRM_RESTOCK_MAIL = 'confirm-restock';

/** How often somebody may ask from one network in a day. */
const MOST_OF_NETWORK = 20;
/** How long the link works for what was not confirmed. */
const UNCONFIRMED_MS = 3 * DAY_MS;
/** Nobody waits for longer. */
const LONGEST_WAIT_MS = 365 * DAY_MS;
/** How often the link is mailed: once to who has not used it, a few times a day to who waits already. */
const SILENCE_MS = 30 * DAY_MS;
const MOST_MAILS_A_DAY = 5;

/**
 * Asks for a mail once the product is back. The address gets a link that confirms it: one who does not use it gets no
 * other for a month, whoever asks and for whatever. Refuses what is not for visitors (notFound), and who asks too often
 * from one network (tooManyTries).
 */
export async function requestRestockMail(ctx: Ctx, { body }: Input<'requestRestockMail'>): Promise<null> {
  const { id: goodsId } = await findWanted(ctx, body.goods_id, body.link_key);
  const mark = markOf(ctx.keyring, body.email);
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const now = clock.now();
    await countAsking(step);
    await lockName(db, `restocks of ${mark.toString('hex')}`);
    const known = await db
      .selectFrom('restock_addresses')
      .selectAll()
      .where('email_mark', '=', mark)
      .executeTakeFirst();
    const isMailed = known === undefined || mayBeMailed(known, now);
    if (!isMailed && known.sealed === null) return null;
    const address = known ?? (await insertAddress(step, mark));
    if (address.sealed === null) await sealAddress(step, address.id, body.email);
    if ((await countWaitedFor(db, 'address_id', address.id)) >= MOST_WAITED_FOR) return null;
    await db
      .insertInto('restock_requests')
      .values({ goods_id: goodsId, address_id: address.id, link_key: body.link_key ?? null, asked_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (!isMailed || !(await isAnyUnconfirmed(db, address.id))) return null;
    const isNewCount = now.getTime() - address.mails_since.getTime() >= windowOf(address);
    await db
      .updateTable('restock_addresses')
      .set(isNewCount ? { mails: 1, mails_since: now } : { mails: address.mails + 1 })
      .where('id', '=', address.id)
      .execute();
    const mail = { kind: CONFIRM_RESTOCK_MAIL, reference: address.id, recipient: body.email };
    await queueMails(db, [mail], now);
    return null;
  });
}

const windowOf = ({ confirmed_at: confirmedAt }: Pick<AddressRow, 'confirmed_at'>): number =>
  confirmedAt === null ? SILENCE_MS : DAY_MS;

function mayBeMailed(address: AddressRow, now: Date): boolean {
  if (now.getTime() - address.mails_since.getTime() >= windowOf(address)) return true;
  return address.mails < (address.confirmed_at === null ? 1 : MOST_MAILS_A_DAY);
}

/** Counts all alike, before an address is looked up: what is left of the count tells of none whether it waits. */
async function countAsking({ db, clock, address }: Ctx): Promise<void> {
  const now = clock.now();
  const endsAt = new Date(now.getTime() + DAY_MS);
  const { rows } = await sql<{ tries: number }>`
    insert into restock_tries as seen (network, tries, ends_at) values (${addressBlock(address)}, 1, ${endsAt})
    on conflict (network) do update set
      tries = case when seen.ends_at <= ${now} then 1 else seen.tries + 1 end,
      ends_at = case when seen.ends_at <= ${now} then excluded.ends_at else seen.ends_at end
    returning tries`.execute(db);
  if (rows[0]!.tries > MOST_OF_NETWORK) refuse('tooManyTries', 'mails of one network');
}

const insertAddress = ({ db, clock, language }: Ctx, mark: Buffer): Promise<AddressRow> =>
  db
    .insertInto('restock_addresses')
    .values({ email_mark: mark, language, mails: 0, mails_since: clock.now() })
    .returningAll()
    .executeTakeFirstOrThrow();

async function sealAddress({ db, keyring, language }: Ctx, id: bigint, email: string): Promise<void> {
  await holdSealingKey(db, keyring);
  const { keyId, sealed } = keyring.seal(email, placeOf(id));
  await db
    .updateTable('restock_addresses')
    .set({ key_id: keyId, sealed, language })
    .where('id', '=', id)
    .execute();
}

/** Finds an address again without keeping it readable. */
const markOf = (keyring: Keyring, email: string): Buffer =>
  keyring.derive('restock address', foldName(email));

const placeOf = (id: bigint): string => `restock address ${id}`;

export const sealedRestockAddresses: SealedTable = {
  name: 'restock_addresses',
  key: ['id'],
  place: (row) => placeOf(row['id']!),
};

/** The address itself; null once it is erased. */
export const openAddress = (
  keyring: Keyring,
  { id, key_id: keyId, sealed }: Pick<AddressRow, 'id' | 'key_id' | 'sealed'>,
): string | null => (keyId === null || sealed === null ? null : keyring.open({ keyId, sealed }, placeOf(id)));

async function isAnyUnconfirmed(db: Db, addressId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('restock_requests')
    .select('id')
    .where('address_id', '=', addressId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Made from the address's number alone, so that each mail to it has the same and none is stored. */
const tokenOf = (keyring: Keyring, id: bigint): string =>
  `${id}-${keyring.derive('restock link', String(id)).toString('base64url')}`;

/** Refuses a link of an address that is forgotten already, and one that the shop never mailed (codeExpired). */
async function findByToken({ db, keyring }: Ctx, token: string): Promise<AddressRow> {
  const id = BigInt(token.slice(0, token.indexOf('-')));
  const isRight = isSameSecret(Buffer.from(token), Buffer.from(tokenOf(keyring, id)));
  const row = isRight
    ? await db.selectFrom('restock_addresses').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  return row?.sealed ? row : refuse('codeExpired', 'no such address');
}

/** What the address of a link waits for, products that are gone left out. Refuses as `findByToken` does. */
export async function readRestockMail(
  ctx: Ctx,
  { body }: Input<'readRestockMail'>,
): Promise<Data<'readRestockMail'>> {
  const { id } = await findByToken(ctx, body.token);
  const items = await listWanted(ctx, id, ctx.language);
  return { items: items.map(({ goodsId, ...item }) => ({ goods_id: goodsId.toString(), ...item })) };
}

type Wanted = {
  readonly goodsId: bigint;
  readonly name: string;
  readonly path: string;
  readonly is_confirmed: boolean;
};

async function listWanted({ db }: Ctx, addressId: bigint, language: Language): Promise<Wanted[]> {
  const rows = await db
    .selectFrom('restock_requests')
    .select(['goods_id', 'link_key', 'confirmed_at'])
    .where('address_id', '=', addressId)
    .where('told_at', 'is', null)
    .orderBy('id')
    .execute();
  const goods = await findGoods(
    db,
    rows.map((row) => row.goods_id),
  );
  return rows.flatMap((row) => {
    const one = goods.get(row.goods_id);
    if (!one || !isFor(one, { levelId: null, linkKey: row.link_key })) return [];
    return [
      {
        goodsId: row.goods_id,
        name: textIn(one.name, language),
        path: goodsAddress(one),
        is_confirmed: row.confirmed_at !== null,
      },
    ];
  });
}

/** Confirms an address with all that it has asked for. Refuses as `findByToken` does. */
export async function confirmRestockMail(ctx: Ctx, { body }: Input<'confirmRestockMail'>): Promise<null> {
  return inTransaction(ctx, async (step) => {
    const { id } = await findByToken(step, body.token);
    const confirmed = { confirmed_at: step.clock.now() };
    await step.db.updateTable('restock_addresses').set(confirmed).where('id', '=', id).execute();
    await step.db
      .updateTable('restock_requests')
      .set(confirmed)
      .where('address_id', '=', id)
      .where('confirmed_at', 'is', null)
      .execute();
    return null;
  });
}

/** Forgets an address; a mail that waits finds nothing to say, and is forgotten too. One that was never confirmed stays known by its mark, so that nobody asks it again soon. */
export async function endRestockMail(ctx: Ctx, { body }: Input<'endRestockMail'>): Promise<null> {
  return inTransaction(ctx, async (step) => {
    const { id } = await findByToken(step, body.token);
    await step.db.deleteFrom('restock_requests').where('address_id', '=', id).execute();
    await forgetAddresses(step.db, [id]);
    return null;
  });
}

/** Erases those of the addresses that wait for nothing; of who never answered, the mark stays for the silence. */
export async function forgetAddresses(db: Db, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  const idle = sql<boolean>`not exists (
    select from restock_requests request where request.address_id = restock_addresses.id)`;
  await db
    .deleteFrom('restock_addresses')
    .where('id', 'in', ids)
    .where('confirmed_at', 'is not', null)
    .where(idle)
    .execute();
  await db
    .updateTable('restock_addresses')
    .set({ key_id: null, sealed: null })
    .where('id', 'in', ids)
    .where('sealed', 'is not', null)
    .where(idle)
    .execute();
}

const SWEPT = 1_000;

/** Deletes what was not confirmed in time, what nobody waits for any more, and marks and counts after their time. */
export async function sweepRestocks(ctx: Ctx): Promise<{ more: boolean }> {
  return inTransaction(ctx, async ({ db, clock }) => {
    const before = (ms: number): Date => new Date(clock.now().getTime() - ms);
    const { rows } = await sql<{ address_id: bigint | null }>`
      delete from restock_requests where id in (
        select id from restock_requests
        where (confirmed_at is null and asked_at < ${before(UNCONFIRMED_MS)})
          or asked_at < ${before(LONGEST_WAIT_MS)}
        order by asked_at limit ${SWEPT} for update skip locked)
      returning address_id`.execute(db);
    await forgetAddresses(db, [...new Set(rows.flatMap(({ address_id: id }) => id ?? []))]);
    await sql`
      delete from restock_addresses where id in (
        select id from restock_addresses where sealed is null and mails_since < ${before(SILENCE_MS)}
        limit ${SWEPT})`.execute(db);
    await db.deleteFrom('restock_tries').where('ends_at', '<', clock.now()).execute();
    return { more: rows.length === SWEPT };
  });
}

/** The mail that asks an address to confirm; null if there is nothing to confirm any more. */
export async function renderConfirmRestock(ctx: Ctx, reference: bigint): Promise<MailMessage | null> {
  const address = await ctx.db
    .selectFrom('restock_addresses')
    .selectAll()
    .where('id', '=', reference)
    .executeTakeFirst();
  if (!address?.sealed) return null;
  const wanted = await listWanted(ctx, reference, address.language);
  const open = wanted.filter((one) => !one.is_confirmed);
  if (open.length === 0) return null;
  // In the fragment, which no proxy and no log sees.
  const url = `${ctx.publicUrl}/restock#${tokenOf(ctx.keyring, reference)}`;
  return writeShopLetter(ctx, address.language, (siteName) => {
    const { subject, ask, button, otherwise } = words[address.language];
    return {
      subject: `${siteName}: ${subject}`,
      blocks: [ask, { lines: open.map(({ name }) => name) }, { button, url }, otherwise],
    };
  });
}

type Words = Readonly<Record<'subject' | 'ask' | 'button' | 'otherwise', string>>;

const words: Readonly<Record<Language, Words>> = {
  en: {
    subject: 'shall we tell you when it is back?',
    ask: 'Somebody, probably you, asked us to write to this address when this is back in stock:',
    button: 'Yes, tell me',
    otherwise:
      'You will then get one e-mail, and we delete your address after it. If it was not you, do nothing: we will not write again.',
  },
  'zh-cn': {
    subject: '到货时需要通知您吗？',
    ask: '有人（很可能是您本人）希望在以下商品到货时，通过此邮箱收到通知：',
    button: '是的，请通知我',
    otherwise:
      '确认后您将收到一封邮件，发送后我们即删除您的邮箱地址。如果不是您本人，无需任何操作，我们不会再次来信。',
  },
  pt: {
    subject: 'avisamos quando voltar?',
    ask: 'Alguém, provavelmente você, pediu que avisássemos neste endereço quando isto voltar ao estoque:',
    button: 'Sim, quero ser avisado',
    otherwise:
      'Você receberá então um único e-mail, e depois dele apagamos o seu endereço. Se não foi você, não faça nada: não escreveremos de novo.',
  },
  ru: {
    subject: 'сообщить о поступлении?',
    ask: 'Кто-то, скорее всего вы, попросил написать на этот адрес, когда снова появится в наличии:',
    button: 'Да, сообщите мне',
    otherwise:
      'Тогда вы получите одно письмо, и после него мы удалим ваш адрес. Если это были не вы, ничего не делайте: больше мы не напишем.',
  },
};

type AddressesTable = {
  id: Generated<bigint>;
  email_mark: Buffer;
  key_id: Generated<string | null>;
  /** Null once it is erased. */
  sealed: Generated<Buffer | null>;
  language: Language;
  mails: number;
  mails_since: Date;
  confirmed_at: Generated<Date | null>;
};
type AddressRow = Selectable<AddressesTable>;

declare module '../../platform/db/db.ts' {
  interface Database {
    restock_addresses: AddressesTable;
    restock_tries: { network: string; tries: number; ends_at: Date };
  }
}
