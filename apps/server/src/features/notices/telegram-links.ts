import { LANGUAGES, type Data, type Language } from '@portside/contract';
import { sql } from 'kysely';
import { requireUser } from '../../platform/actor.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { newShortCode, hashToken } from '../../platform/tokens.ts';
import type { Telegram, TelegramUpdate } from '../../platform/telegram.ts';
import { readShopName } from '../settings/index.ts';
import { findUser } from '../users/index.ts';
import { nextReference, notify } from './notify.ts';

type TelegramLinksTable = { user_id: bigint; chat_id: bigint; name: string; linked_at: Date };
type TelegramCodesTable = { user_id: bigint; code_hash: Buffer; expires_at: Date };
type TelegramTriesTable = { chat_id: bigint; tries: number; ends_at: Date };

declare module '../../platform/db/db.ts' {
  interface Database {
    telegram_links: TelegramLinksTable;
    telegram_codes: TelegramCodesTable;
    telegram_tries: TelegramTriesTable;
  }
}

/** Null where the shop has no bot. */
export type Bot = Pick<Telegram, 'botId'> | null;

/** Whether the caller has linked Telegram. */
export async function readTelegramLink({ db, actor }: Ctx, telegram: Bot): Promise<Data<'readTelegramLink'>> {
  const { userId } = requireUser(actor);
  const link = await db
    .selectFrom('telegram_links')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    bot: await findBotName(db, telegram),
    linked_to: link?.name ?? null,
    linked_at: link?.linked_at.toISOString() ?? null,
  };
}

/** Once Telegram has told it. */
async function findBotName(db: Db, telegram: Bot): Promise<string | null> {
  if (!telegram) return null;
  const bot = await db
    .selectFrom('telegram_bots')
    .select('username')
    .where('id', '=', telegram.botId)
    .executeTakeFirst();
  return bot?.username ?? null;
}

const CODE_MS = 10 * MINUTE_MS;

/**
 * Makes the code that links the caller's Telegram, once and within ten minutes. Refuses where the shop has no bot that
 * it has reached (notFound).
 */
export async function createTelegramCode(
  { db, actor, clock }: Ctx,
  telegram: Bot,
): Promise<Data<'createTelegramCode'>> {
  const { userId } = requireUser(actor);
  const bot = (await findBotName(db, telegram)) ?? refuse('notFound', 'bot');
  const code = newShortCode() + newShortCode();
  const row = { code_hash: hashToken(code), expires_at: new Date(clock.now().getTime() + CODE_MS) };
  await db
    .insertInto('telegram_codes')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  return { code, url: `https://t.me/${bot}?start=${code}`, expires_at: row.expires_at.toISOString() };
}

/** Unlinks the caller's Telegram, and ends their code. */
export async function deleteTelegramLink(ctx: Ctx, telegram: Bot): Promise<Data<'deleteTelegramLink'>> {
  const { userId } = requireUser(ctx.actor);
  await inTransaction(ctx, async (step) => {
    await endCode(step, userId);
    await unlink(step.db, [userId]);
  });
  return readTelegramLink(ctx, telegram);
}

/** Ends the code that a user has made, if there is one. */
export async function endCode({ db }: Ctx, userId: bigint): Promise<void> {
  await db.deleteFrom('telegram_codes').where('user_id', '=', userId).execute();
}

/** Whether a user's notices go to this chat now. */
export async function isLinkedTo(db: Db, userId: bigint, chatId: bigint): Promise<boolean> {
  const link = await db
    .selectFrom('telegram_links')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('chat_id', '=', chatId)
    .executeTakeFirst();
  return link !== undefined;
}

/** Drops what was still to be sent too. */
async function unlink(db: Db, userIds: readonly bigint[]): Promise<void> {
  if (userIds.length === 0) return;
  await db.deleteFrom('telegram_messages').where('user_id', 'in', userIds).execute();
  await db.deleteFrom('telegram_links').where('user_id', 'in', userIds).execute();
}

/** Unlinks everybody whose notices go to the chat; returns how many. */
export async function unlinkChat(db: Db, chatId: bigint): Promise<number> {
  const rows = await db
    .selectFrom('telegram_links')
    .select('user_id')
    .where('chat_id', '=', chatId)
    .execute();
  await unlink(
    db,
    rows.map(({ user_id }) => user_id),
  );
  return rows.length;
}

const CODE = /^\/start(?:@\w+)?\s+([A-Za-z0-9]{1,64})\s*$/;
const STOP = /^\/stop(?:@\w+)?\s*$/;

/** Wrong codes that a chat may send within an hour: more are not looked at, and answered by silence. */
const MAX_TRIES = 5;

/**
 * Does what somebody wrote to the bot: `/start CODE` links their chat, `/stop` and blocking the bot unlink it. Returns
 * what to answer, null for nothing. Call it in the transaction that notes the update as read.
 */
export async function answerUpdate(
  ctx: Ctx,
  { chatId, name, language: tag, text }: NonNullable<TelegramUpdate['happened']>,
): Promise<string | null> {
  const language = languageOf(tag);
  const siteName = await readShopName(ctx.db, language);
  const say = (what: keyof Answers): string => answers[language][what](siteName);
  if (text === null) {
    await unlinkChat(ctx.db, chatId);
    return null;
  }
  if (STOP.test(text)) return say((await unlinkChat(ctx.db, chatId)) > 0 ? 'unlinked' : 'help');
  const [, code] = CODE.exec(text) ?? [];
  if (code === undefined) return say('help');
  const tries = await countTries(ctx, chatId);
  if (tries >= MAX_TRIES) return null;
  const userId = await takeCode(ctx, code.toUpperCase());
  if (userId === null) {
    await addTry(ctx, chatId);
    return say(tries + 1 >= MAX_TRIES ? 'tooMany' : 'wrong');
  }
  return link(ctx, userId, { chatId, name });
}

async function link(
  ctx: Ctx,
  userId: bigint,
  { chatId, name }: { readonly chatId: bigint; readonly name: string },
): Promise<string | null> {
  const { db, clock } = ctx;
  const now = clock.now();
  const user = await findUser(db, userId);
  if (user?.status !== 'active') return null;
  const row = { chat_id: chatId, name, linked_at: now };
  await db
    .insertInto('telegram_links')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  await notify(ctx, {
    userId,
    event: 'telegramLinked',
    reference: await nextReference(db),
    facts: { name, at: `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC` },
  });
  return answers[user.language].linked(await readShopName(db, user.language), user.username);
}

/** Whose code it is; it ends. */
async function takeCode({ db, clock }: Ctx, code: string): Promise<bigint | null> {
  const taken = await db
    .deleteFrom('telegram_codes')
    .where('code_hash', '=', hashToken(code))
    .returning(['user_id', 'expires_at'])
    .executeTakeFirst();
  return taken && taken.expires_at > clock.now() ? taken.user_id : null;
}

async function countTries({ db, clock }: Ctx, chatId: bigint): Promise<number> {
  const row = await db
    .selectFrom('telegram_tries')
    .select('tries')
    .where('chat_id', '=', chatId)
    .where('ends_at', '>', clock.now())
    .executeTakeFirst();
  return row?.tries ?? 0;
}

async function addTry({ db, clock }: Ctx, chatId: bigint): Promise<void> {
  const now = clock.now();
  const endsAt = new Date(now.getTime() + HOUR_MS);
  await sql`
    insert into telegram_tries as known (chat_id, tries, ends_at) values (${chatId}, 1, ${endsAt})
    on conflict (chat_id) do update set
      tries = case when known.ends_at > ${now} then known.tries else 0 end + 1,
      ends_at = case when known.ends_at > ${now} then known.ends_at else excluded.ends_at end`.execute(db);
}

/** Older ones tell nobody anything. */
const TOLD_WITHIN_MS = DAY_MS;

/** Gives up messages that nothing has taken for a day; those that are due later stay. */
export async function dropOldMessages({ db, clock }: Ctx): Promise<void> {
  const now = clock.now();
  await db
    .deleteFrom('telegram_messages')
    .where('next_at', '<=', now)
    .where('created_at', '<=', new Date(now.getTime() - TOLD_WITHIN_MS))
    .execute();
}

/** Deletes codes and counts of wrong ones whose time is over, and what waits for a bot that the shop has no more. */
export async function sweepTelegram(ctx: Ctx): Promise<void> {
  const { db, clock } = ctx;
  const now = clock.now();
  await dropOldMessages(ctx);
  await db.deleteFrom('telegram_codes').where('expires_at', '<=', now).execute();
  await db.deleteFrom('telegram_tries').where('ends_at', '<=', now).execute();
}

/** The shop's language nearest to that of somebody's Telegram. */
const languageOf = (tag: string): Language =>
  LANGUAGES.find((language) => tag.toLowerCase().slice(0, 2) === language.slice(0, 2)) ?? 'en';

type Answers = {
  readonly linked: (siteName: string, username?: string) => string;
  readonly unlinked: (siteName: string) => string;
  readonly wrong: (siteName: string) => string;
  readonly tooMany: (siteName: string) => string;
  readonly help: (siteName: string) => string;
};

const answers: Readonly<Record<Language, Answers>> = {
  en: {
    linked: (siteName, username) =>
      `Linked: the notices of ${username} at ${siteName} come here. Send /stop to end that.`,
    unlinked: (siteName) => `Unlinked: nothing more comes here from ${siteName}.`,
    wrong: () => 'This code is not valid, or no longer. Make a new one on the page “Notices”.',
    tooMany: () => 'Too many wrong codes. Try again in an hour.',
    help: (siteName) =>
      `This bot sends notices of ${siteName}. To link it, open the page “Notices” there. To unlink it, send /stop.`,
  },
  'zh-cn': {
    linked: (siteName, username) =>
      `已绑定：${siteName} 用户 ${username} 的通知将发送到这里。发送 /stop 可解除绑定。`,
    unlinked: (siteName) => `已解除绑定，不再接收 ${siteName} 的通知。`,
    wrong: () => '该代码无效或已过期，请在“通知”页面重新生成。',
    tooMany: () => '错误代码次数过多，请一小时后再试。',
    help: (siteName) =>
      `此机器人发送 ${siteName} 的通知。如需绑定，请打开商店的“通知”页面；发送 /stop 可解除绑定。`,
  },
  pt: {
    linked: (siteName, username) =>
      `Vinculado: os avisos de ${username} em ${siteName} chegam aqui. Envie /stop para encerrar.`,
    unlinked: (siteName) => `Desvinculado: nada mais de ${siteName} chega aqui.`,
    wrong: () => 'Este código não é válido ou já expirou. Gere outro na página “Avisos”.',
    tooMany: () => 'Muitos códigos errados. Tente de novo em uma hora.',
    help: (siteName) =>
      `Este bot envia os avisos de ${siteName}. Para vincular, abra a página “Avisos” da loja. Para desvincular, envie /stop.`,
  },
  ru: {
    linked: (siteName, username) =>
      `Подключено: сюда приходят уведомления пользователя ${username} магазина ${siteName}. Чтобы отключить, отправьте /stop.`,
    unlinked: (siteName) => `Отключено: сообщений от ${siteName} больше не будет.`,
    wrong: () => 'Код неверен или уже не действует. Получите новый на странице «Уведомления».',
    tooMany: () => 'Слишком много неверных кодов. Попробуйте через час.',
    help: (siteName) =>
      `Этот бот присылает уведомления магазина ${siteName}. Чтобы подключить его, откройте там страницу «Уведомления». Чтобы отключить, отправьте /stop.`,
  },
};
