import { sql, type Generated } from 'kysely';
import type { NoticeEvent } from '@portside/contract/notices/notices';
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import { idArray } from '../../platform/db/arrays.ts';
import type { Job } from '../../platform/jobs.ts';
import {
  TelegramFailure,
  type Telegram,
  type TelegramButton,
  type TelegramUpdate,
} from '../../platform/telegram.ts';
import { readShopName } from '../settings/index.ts';
import { readLanguage } from '../users/index.ts';
import { isToldNow, type NoticeReaders, type Told } from './notify.ts';
import { readOwnTexts, wordNotice } from './own-texts.ts';
import { answerUpdate, dropOldMessages, isLinkedTo, unlinkChat } from './telegram-links.ts';

type TelegramBotsTable = {
  id: bigint;
  username: string | null;
  next_update: Generated<bigint>;
  failing_since: Date | null;
  failure: string | null;
  paused_until: Date | null;
};

type TelegramMessagesTable = {
  id: Generated<bigint>;
  user_id: bigint;
  event: NoticeEvent;
  reference: bigint;
  attempts: Generated<number>;
  created_at: Date;
  next_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    telegram_bots: TelegramBotsTable;
    telegram_messages: TelegramMessagesTable;
  }
}

/** After the first failure, the second, and so on; the last one repeats. */
const WAITS_MS = [1, 5, 15, 60, 300].map((seconds) => seconds * SECOND_MS);
const waitAfter = (failures: number): number => WAITS_MS[Math.min(failures, WAITS_MS.length) - 1]!;

/** Reads what is written to the bot, one question after the other, from where the last process stopped. */
class BotListener {
  readonly #ctx: Ctx;
  readonly #telegram: Telegram;
  readonly #stopping = new AbortController();
  #reading: Promise<void> | null = null;
  #isNamed = false;
  #failures = 0;
  #quietUntil = 0;

  constructor(ctx: Ctx, telegram: Telegram) {
    this.#ctx = ctx;
    this.#telegram = telegram;
  }

  /** Asks unless a question is open, or Telegram failed a short while ago. */
  ask(): void {
    if (this.#reading || this.#stopping.signal.aborted) return;
    if (this.#ctx.clock.now().getTime() < this.#quietUntil) return;
    this.#reading = this.#read()
      .catch((error: unknown) => this.#ctx.log.error({ err: error }, 'the bot waits'))
      .finally(() => (this.#reading = null));
  }

  /** Waits for the open question. */
  async idle(): Promise<void> {
    await this.#reading;
  }

  async end(): Promise<void> {
    this.#stopping.abort();
    await this.idle();
  }

  async #read(): Promise<void> {
    const { botId } = this.#telegram;
    const { signal } = this.#stopping;
    try {
      if (!this.#isNamed) await noteName(this.#ctx, botId, await this.#telegram.readName());
      this.#isNamed = true;
      const from = (await findBot(this.#ctx, botId))?.next_update ?? 0n;
      const updates = await this.#telegram.listen(from, signal);
      this.#failures = 0;
      await noteReached(this.#ctx, botId);
      for (const update of updates) await takeUpdate(this.#ctx, this.#telegram, update, from);
    } catch (error) {
      if (signal.aborted) return;
      this.#failures += 1;
      const asked = error instanceof TelegramFailure ? (error.retryAfterS ?? 0) * SECOND_MS : 0;
      const now = this.#ctx.clock.now();
      this.#quietUntil = now.getTime() + Math.max(waitAfter(this.#failures), asked);
      this.#ctx.log.warn({ err: error, failures: this.#failures }, 'Telegram is not heard');
      if (error instanceof TelegramFailure) await noteFailing(this.#ctx, botId, error, now);
    }
  }
}

/** Listens to the bot, in the leader: Telegram tells each update to one who asks, and refuses a second (409). */
export function createListenToBotJob(ctx: Ctx, telegram: Telegram): Job & { idle(): Promise<void> } {
  const listener = new BotListener(ctx, telegram);
  return {
    name: 'listen to Telegram',
    everyMs: SECOND_MS,
    run: () => {
      listener.ask();
      return Promise.resolve({ more: false });
    },
    idle: () => listener.idle(),
    end: () => listener.end(),
  };
}

const findBot = ({ db }: Ctx, id: bigint) =>
  db.selectFrom('telegram_bots').selectAll().where('id', '=', id).executeTakeFirst();

async function noteName({ db }: Ctx, id: bigint, username: string): Promise<void> {
  await db
    .insertInto('telegram_bots')
    .values({ id, username, failing_since: null, failure: null, paused_until: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ username }))
    .execute();
}

async function noteReached({ db }: Ctx, id: bigint): Promise<void> {
  await db
    .updateTable('telegram_bots')
    .set({ failing_since: null, failure: null })
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .execute();
}

async function noteFailing({ db }: Ctx, id: bigint, { message }: TelegramFailure, now: Date): Promise<void> {
  const failure = message.slice(0, 300);
  await db
    .insertInto('telegram_bots')
    .values({ id, username: null, failing_since: now, failure, paused_until: null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((is) => ({
        failing_since: is.fn.coalesce('telegram_bots.failing_since', 'excluded.failing_since'),
        failure,
      })),
    )
    .execute();
}

const AWAY_AFTER_MS = 10 * MINUTE_MS;

/** Since when Telegram fails the bot, and how, if that lasts; undefined otherwise. */
export async function findTelegramFailure(
  ctx: Ctx,
  botId: bigint,
): Promise<{ since: string; problem: string } | undefined> {
  const { failing_since: since = null, failure = null } = (await findBot(ctx, botId)) ?? {};
  if (since === null || ctx.clock.now().getTime() - since.getTime() < AWAY_AFTER_MS) return undefined;
  return { since: since.toISOString(), problem: failure ?? '' };
}

/**
 * Does what an update says, in the transaction that notes it as read: told again after a restart, or to a second
 * process, it is done once. The answer is only sent: whoever misses it asks again. One that cannot be done holds up no
 * other.
 */
async function takeUpdate(
  ctx: Ctx,
  telegram: Telegram,
  { id, happened }: TelegramUpdate,
  from: bigint,
): Promise<void> {
  const answer = await inTransaction(ctx, async (step) => {
    const isNew = await noteUpdate(step, telegram.botId, id, from);
    crashPoint('telegram: update noted');
    return isNew && happened ? answerUpdate(step, happened) : null;
  }).catch(async (error: unknown) => {
    await noteUpdate(ctx, telegram.botId, id, from);
    ctx.log.error({ err: error, update: id.toString() }, 'a message to the bot was passed over');
    return null;
  });
  if (answer === null || !happened) return;
  await telegram
    .send(happened.chatId.toString(), answer)
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'a chat was not answered'));
}

/**
 * Whether it is not noted yet. After a week without any, Telegram numbers updates anew, from a number chosen at random,
 * and answers what was asked `from` a later one with those: the count goes on there, unless another has noted them.
 */
async function noteUpdate({ db }: Ctx, botId: bigint, id: bigint, from: bigint): Promise<boolean> {
  const noted = await db
    .updateTable('telegram_bots')
    .set({ next_update: id + 1n })
    .where('id', '=', botId)
    .where((is) =>
      id < from
        ? is.or([is('next_update', '<=', id), is('next_update', '=', from)])
        : is('next_update', '<=', id),
    )
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Chats that a run writes to, each once: Telegram takes one message a second in a chat, and thirty in all. */
const AT_ONCE = 25;
/** Longer than an attempt: whoever took it over is dead. */
const LEASE_MS = MINUTE_MS;
const MAX_ATTEMPTS = 20;

/** Sends notices to those who linked Telegram, in the leader. */
export function createSendToTelegramJob(ctx: Ctx, telegram: Telegram, readers: NoticeReaders): Job {
  return {
    name: 'send notices by Telegram',
    everyMs: SECOND_MS,
    async run() {
      for (const message of await claimDue(ctx, telegram.botId)) {
        const failure = await send(ctx, telegram, readers, message);
        crashPoint('telegram: sent');
        if (failure === null) await drop(ctx, message.id);
        else if (!(await settleFailed(ctx, telegram.botId, message, failure))) break;
      }
      return { more: false };
    },
  };
}

type Due = {
  readonly id: bigint;
  readonly userId: bigint;
  readonly chatId: bigint;
  readonly event: NoticeEvent;
  readonly reference: bigint;
  readonly attempts: number;
};

/** Leases the oldest due one of each chat. */
async function claimDue(ctx: Ctx, botId: bigint): Promise<Due[]> {
  const { db, clock } = ctx;
  const now = clock.now();
  await dropOldMessages(ctx);
  const { rows: due } = await sql<{ id: bigint }>`
    select id from (select distinct on (chat_id) message.id, next_at
      from telegram_messages message join telegram_links link using (user_id)
      join users on users.id = user_id and status = 'active'
      where next_at <= ${now} and not exists (select from telegram_bots
        where telegram_bots.id = ${botId} and paused_until > ${now})
      order by chat_id, message.id) first
    order by next_at, id limit ${AT_ONCE}`.execute(db);
  if (due.length === 0) return [];
  const { rows } = await sql<Due>`
    update telegram_messages message
    set attempts = attempts + 1, next_at = ${new Date(now.getTime() + LEASE_MS)}
    from telegram_links link
    where message.id = any(${idArray(due.map(({ id }) => id))}::bigint[]) and next_at <= ${now}
      and link.user_id = message.user_id
    returning message.id, message.user_id as "userId", chat_id as "chatId", event, reference, attempts`.execute(
    db,
  );
  return rows;
}

/** Null if it was taken, or if there is nothing to tell any more, or not to them, or not by Telegram. */
async function send(
  ctx: Ctx,
  telegram: Telegram,
  readers: NoticeReaders,
  { event, reference, userId, chatId }: Due,
): Promise<Error | null> {
  try {
    // The others of the run take their time: meanwhile it may have been unlinked.
    if (!(await isLinkedTo(ctx.db, userId, chatId))) return null;
    if (!(await isToldNow(ctx.db, userId, event, 'telegram'))) return null;
    const told = await readers[event](ctx, reference, 'telegram');
    if (told) await telegram.send(chatId.toString(), ...(await wordMessage(ctx, told, userId)));
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * The notice without what people wrote: that may hold the text of an account, and Telegram keeps messages for good. The
 * button only leads to the page, where its reader signs in: nothing is done from a chat.
 */
async function wordMessage(
  ctx: Ctx,
  told: Told,
  userId: bigint,
): Promise<[text: string, button?: TelegramButton]> {
  const language = await readLanguage(ctx.db, userId);
  const { title, lines, link } = wordNotice(told, language, await readOwnTexts(ctx.db, language));
  const url = new URL(told.path, ctx.publicUrl).href;
  const siteName = await readShopName(ctx.db, language);
  const words = [`${siteName}: ${title}`, ...lines];
  // Telegram takes no button to where only this machine gets.
  return url.startsWith('https:')
    ? [words.join('\n\n'), { text: link, url }]
    : [[...words, `${link}: ${url}`].join('\n\n')];
}

async function drop({ db }: Ctx, id: bigint): Promise<void> {
  await db.deleteFrom('telegram_messages').where('id', '=', id).execute();
}

/** The chat is gone, or its person blocked the bot. */
const isOfChat = ({ status, message }: TelegramFailure): boolean =>
  status === 403 || (status === 400 && /chat not found|user is deactivated|PEER_ID_INVALID/i.test(message));

/** Whether the others may be sent: not where Telegram wants a pause, does not answer, or refuses the bot. */
async function settleFailed(
  ctx: Ctx,
  botId: bigint,
  { id, chatId, attempts, event }: Due,
  failure: Error,
): Promise<boolean> {
  const now = ctx.clock.now();
  const after = (ms: number): Date => new Date(now.getTime() + ms);
  const { status, retryAfterS } =
    failure instanceof TelegramFailure ? failure : { status: 0, retryAfterS: 0 };
  ctx.log.warn({ err: failure, event, attempts }, 'a notice was not sent by Telegram');
  if (failure instanceof TelegramFailure && isOfChat(failure)) {
    await inTransaction(ctx, ({ db }) => unlinkChat(db, chatId));
    return true;
  }
  const pauseMs = Math.max((retryAfterS ?? 0) * SECOND_MS, status === 429 ? SECOND_MS : 0);
  if (pauseMs > 0)
    await ctx.db
      .updateTable('telegram_bots')
      .set({ paused_until: after(pauseMs) })
      .where('id', '=', botId)
      .execute();
  if (attempts >= MAX_ATTEMPTS && status === 400) await drop(ctx, id);
  else
    await ctx.db
      .updateTable('telegram_messages')
      .set({ next_at: after(Math.max(pauseMs, waitAfter(attempts))) })
      .where('id', '=', id)
      .execute();
  return status === 400 || status === 0;
}
