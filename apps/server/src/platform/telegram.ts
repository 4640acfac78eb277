import * as z from 'zod/mini';
import { OutsideFailure } from './refusal.ts';

/**
 * Resolves when Telegram has accepted the message for the chat; throws an OutsideFailure otherwise, in bounded time.
 */
export type Telegram = { send(chatId: string, text: string): Promise<void> };

const API = 'https://api.telegram.org';
const TIMEOUT_MS = 10_000;
/** Telegram's limit for one message. */
const MAX_LENGTH = 4_096;
const Answer = z.object({ ok: z.boolean(), description: z.optional(z.string()) });

/** The operator's bot. The URL of every call holds its token, so errors never contain a URL. */
export function createTelegram(token: string, apiUrl = API, timeoutMs = TIMEOUT_MS): Telegram {
  const send = async (chatId: string, text: string): Promise<void> => {
    const problem = await post(`${apiUrl}/bot${token}/sendMessage`, timeoutMs, {
      chat_id: chatId,
      text: text.slice(0, MAX_LENGTH),
      link_preview_options: { is_disabled: true },
    });
    if (problem !== null)
      throw new OutsideFailure('Telegram did not take a message', problem.replaceAll(token, '…'));
  };
  return { send };
}

/** Why the message was not accepted; null if it was. */
async function post(url: string, timeoutMs: number, body: object): Promise<string | null> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const said = z.safeParse(Answer, await answer.json().catch(() => null));
    if (!said.success) return `it answered ${answer.status} with an unreadable body`;
    return said.data.ok ? null : (said.data.description ?? `it answered ${answer.status}`);
  } catch (error) {
    const { cause, message } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}
