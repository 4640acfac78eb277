import * as z from 'zod/mini';
import { OutsideFailure } from './refusal.ts';

export type TelegramButton = { readonly text: string; readonly url: string };

/** What a person or Telegram did with the bot, in a private chat. */
export type TelegramUpdate = {
  readonly id: bigint;
  /** Null for what the shop does not read, such as messages in groups. */
  readonly happened: {
    readonly chatId: bigint;
    /** As Telegram shows the person: @name, else their first name. */
    readonly name: string;
    /** Of their app, as an IETF tag; empty if it does not say. */
    readonly language: string;
    /** Null where they blocked the bot. */
    readonly text: string | null;
  } | null;
};

/** The operator's bot. All calls end in bounded time, and throw a TelegramFailure where Telegram does not do it. */
export type Telegram = {
  readonly botId: bigint;
  /** Resolves when Telegram has accepted the message for the chat. */
  send(chatId: string, text: string, button?: TelegramButton): Promise<void>;
  /** The bot's name, without @. */
  readName(): Promise<string>;
  /** What happened from that update on; waits for something to happen. */
  listen(from: bigint, signal: AbortSignal): Promise<TelegramUpdate[]>;
};

/** Telegram's answer was no, or there was none. */
export class TelegramFailure extends OutsideFailure {
  /** Null without an answer. */
  readonly status: number | null;
  /** How long Telegram asks to be left alone; null if it does not. */
  readonly retryAfterS: number | null;

  constructor(what: string, { problem, status = null, retryAfterS = null }: Problem) {
    super(what, problem);
    this.status = status;
    this.retryAfterS = retryAfterS;
  }
}

type Problem = {
  readonly problem: string;
  readonly status?: number | null;
  readonly retryAfterS?: number | null;
};

const API = 'https://api.telegram.org';
const TIMEOUT_MS = 10_000;
/** How long Telegram holds a question for what happens; below what proxies and NAT keep an idle connection for. */
const LISTEN_S = 25;
/** Updates of one answer. */
const AT_ONCE = 100;
/** Telegram's limit for one message. */
const MAX_LENGTH = 4_096;
const MAX_NAME = 64;

const Answer = z.object({
  ok: z.boolean(),
  result: z.optional(z.unknown()),
  description: z.optional(z.string()),
  parameters: z.optional(z.object({ retry_after: z.optional(z.number()) })),
});
const Person = z.object({
  first_name: z.string(),
  username: z.optional(z.string()),
  language_code: z.optional(z.string()),
});
const Chat = z.object({ id: z.int(), type: z.string() });
const Update = z.object({ update_id: z.int() });
const Message = z.object({
  message: z.object({ chat: Chat, from: Person, text: z.optional(z.string()) }),
});
const Blocked = z.object({
  my_chat_member: z.object({ chat: Chat, from: Person, new_chat_member: z.object({ status: z.string() }) }),
});
const Bot = z.object({ username: z.string() });

/** The URL of every call holds the bot's token, so errors never contain a URL. */
export function createTelegram(token: string, apiUrl = API, timeoutMs = TIMEOUT_MS): Telegram {
  const ask = async (method: string, body: object, what: string, signal: AbortSignal): Promise<unknown> => {
    const answer = await post(`${apiUrl}/bot${token}/${method}`, body, signal);
    if ('result' in answer) return answer.result;
    throw new TelegramFailure(what, { ...answer, problem: answer.problem.replaceAll(token, '…') });
  };
  const inTime = (): AbortSignal => AbortSignal.timeout(timeoutMs);
  return {
    botId: BigInt(token.split(':', 1)[0]!),
    async send(chatId, text, button) {
      const message = {
        chat_id: chatId,
        text: text.slice(0, MAX_LENGTH).toWellFormed(),
        link_preview_options: { is_disabled: true },
        ...(button && { reply_markup: { inline_keyboard: [[button]] } }),
      };
      await ask('sendMessage', message, 'Telegram did not take a message', inTime());
    },
    async readName() {
      const what = 'Telegram did not name the bot';
      const said = z.safeParse(Bot, await ask('getMe', {}, what, inTime()));
      if (!said.success) throw new TelegramFailure(what, { problem: 'an unreadable answer' });
      return said.data.username;
    },
    async listen(from, signal) {
      const what = 'Telegram did not tell what happened';
      const waiting = AbortSignal.any([signal, AbortSignal.timeout(LISTEN_S * 1_000 + timeoutMs)]);
      const wanted = {
        offset: Number(from),
        timeout: LISTEN_S,
        limit: AT_ONCE,
        allowed_updates: ['message', 'my_chat_member'],
      };
      const said = z.safeParse(z.array(z.unknown()), await ask('getUpdates', wanted, what, waiting));
      if (!said.success) throw new TelegramFailure(what, { problem: 'an unreadable answer' });
      return said.data.flatMap((update) => {
        const known = z.safeParse(Update, update);
        return known.success ? [{ id: BigInt(known.data.update_id), happened: readUpdate(update) }] : [];
      });
    },
  };
}

function readUpdate(update: unknown): TelegramUpdate['happened'] {
  const message = z.safeParse(Message, update).data?.message;
  const blocked = z.safeParse(Blocked, update).data?.my_chat_member;
  const said = message ?? (blocked?.new_chat_member.status === 'kicked' ? blocked : undefined);
  if (said?.chat.type !== 'private') return null;
  const { username, first_name: firstName, language_code: language = '' } = said.from;
  return {
    chatId: BigInt(said.chat.id),
    name: (username === undefined ? firstName : `@${username}`)
      .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
      .slice(0, MAX_NAME)
      .toWellFormed(),
    language,
    text: message ? (message.text ?? '') : null,
  };
}

/** The result, or why there is none. Follows no redirect. */
async function post(
  url: string,
  body: object,
  signal: AbortSignal,
): Promise<{ readonly result: unknown } | Problem> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    });
    const { status } = answer;
    const said = z.safeParse(Answer, await answer.json().catch(() => null));
    if (!said.success) return { status, problem: `it answered ${status} with an unreadable body` };
    const { ok, result, description, parameters } = said.data;
    if (ok) return { result };
    return {
      status,
      problem: description ?? `it answered ${status}`,
      retryAfterS: parameters?.retry_after ?? null,
    };
  } catch (error) {
    const { cause, message } = error as Error;
    return { problem: cause instanceof Error ? cause.message : message };
  }
}
