import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type BotAnswer = { readonly status: number; readonly description: string; readonly retryAfterS?: number };

type SentMessage = {
  readonly chat_id: string;
  readonly text: string;
  readonly reply_markup?: {
    readonly inline_keyboard: readonly (readonly { readonly text: string; readonly url: string }[])[];
  };
};

type WrittenMessage = {
  readonly chatId: number;
  readonly text: string;
  readonly name?: string;
  readonly username?: string;
  readonly language?: string;
  readonly chatType?: string;
};

type Update = { readonly update_id: number; readonly [what: string]: unknown };
type Waiting = { readonly response: ServerResponse; readonly from: number; timer: NodeJS.Timeout };
/** What the methods that the shop calls are given. */
type Call = SentMessage & { readonly offset?: number; readonly timeout?: number };

const FIRST_UPDATE = 700_001;
/** An offset further ahead of the newest update is taken for none. */
const MOST_AHEAD = 10;

/**
 * A server that speaks Telegram's Bot API, as far as the shop does: updates are handed out until a later offset confirms
 * them, of two who ask for them the first is sent away (409), and who blocked the bot gets nothing (403). Whoever drives
 * a test writes to the bot in a person's name. Run as a program, it is driven over HTTP: `POST /write` and `GET /sent`.
 */
export class BotApi {
  /** Messages that the bot sent and that were accepted. */
  readonly sent: SentMessage[] = [];
  /** Methods that were called, in their order. */
  readonly calls: string[] = [];
  readonly #token: string;
  readonly #blocked = new Set<string>();
  readonly #instead = new Map<string, (BotAnswer | null)[]>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #updates: Update[] = [];
  #lastUpdate = FIRST_UPDATE - 1;
  #waiting: Waiting | null = null;

  constructor(token: string) {
    this.#token = token;
  }

  async start(port = 0): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A person writes to the bot. */
  write({ chatId, text, name = 'Sam', username, language, chatType = 'private' }: WrittenMessage): void {
    this.#add({
      message: {
        message_id: this.#lastUpdate,
        date: 1,
        chat: { id: chatId, type: chatType },
        from: { id: chatId, is_bot: false, first_name: name, username, language_code: language },
        text,
      },
    });
  }

  /** A person blocks the bot; `isTold`: Telegram says so in an update. */
  block(chatId: number, isTold = false): void {
    this.#blocked.add(String(chatId));
    if (!isTold) return;
    const [chat, from] = [
      { id: chatId, type: 'private' },
      { id: chatId, is_bot: false, first_name: 'Sam' },
    ];
    this.#add({ my_chat_member: { chat, from, new_chat_member: { status: 'kicked' } } });
  }

  /** Goes on with another number, as after a week without updates. */
  renumber(next: number): void {
    this.#lastUpdate = next - 1;
    this.#updates = [];
  }

  /** What the next calls of a method are answered instead; null: nothing at all. */
  answer(method: string, ...answers: (BotAnswer | null)[]): void {
    this.#instead.set(method, [...(this.#instead.get(method) ?? []), ...answers]);
  }

  /** Ends without waiting for anybody. */
  async stop(): Promise<void> {
    if (this.#waiting) clearTimeout(this.#waiting.timer);
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (request.url === '/sent') return void response.end(JSON.stringify(this.sent));
    if (request.url === '/write') {
      this.write(body as WrittenMessage);
      return void response.end();
    }
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    this.calls.push(method);
    const planned = this.#instead.get(method)?.shift();
    if (planned === null) return;
    if (planned) fail(response, planned);
    else if (token !== this.#token) fail(response, { status: 401, description: 'Unauthorized' });
    else this.#run(method, body as Call, response);
  }

  #run(method: string, call: Call, response: ServerResponse): void {
    if (method === 'getMe')
      ok(response, { id: Number(this.#token.split(':')[0]), is_bot: true, username: 'quay_shop_bot' });
    else if (method === 'getUpdates') this.#handOut(call, response);
    else if (method !== 'sendMessage') fail(response, { status: 404, description: 'Not Found' });
    else if (this.#blocked.has(call.chat_id))
      fail(response, { status: 403, description: 'Forbidden: bot was blocked by the user' });
    else {
      this.sent.push(call);
      ok(response, { message_id: this.sent.length });
    }
  }

  #handOut({ offset: asked = 0, timeout = 0 }: Call, response: ServerResponse): void {
    const offset = asked > this.#lastUpdate + MOST_AHEAD ? 0 : asked;
    if (this.#waiting) {
      clearTimeout(this.#waiting.timer);
      const description = 'Conflict: terminated by other getUpdates request';
      fail(this.#waiting.response, { status: 409, description });
    }
    this.#updates = this.#updates.filter(({ update_id: id }) => id >= offset);
    const own = {
      response,
      from: offset,
      timer: setTimeout(() => this.#answerUpdates(own), timeout * 1_000),
    };
    this.#waiting = own;
    response.on('close', () => {
      clearTimeout(own.timer);
      if (this.#waiting === own) this.#waiting = null;
    });
    if (this.#updates.length > 0) this.#answerUpdates(own);
  }

  #add(what: Record<string, unknown>): void {
    this.#lastUpdate += 1;
    this.#updates.push({ update_id: this.#lastUpdate, ...what });
    if (this.#waiting) this.#answerUpdates(this.#waiting);
  }

  #answerUpdates({ response, from, timer }: Waiting): void {
    clearTimeout(timer);
    this.#waiting = null;
    ok(
      response,
      this.#updates.filter(({ update_id: id }) => id >= from),
    );
  }
}

export async function startBotApi({
  token,
  port,
}: {
  readonly token: string;
  readonly port?: number;
}): Promise<BotApi> {
  const api = new BotApi(token);
  await api.start(port);
  return api;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return parts.length === 0 ? {} : JSON.parse(Buffer.concat(parts).toString());
}

const ok = (response: ServerResponse, result: unknown): void =>
  void response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ ok: true, result }));

const fail = (response: ServerResponse, { status, description, retryAfterS }: BotAnswer): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      ok: false,
      error_code: status,
      description,
      ...(retryAfterS !== undefined && { parameters: { retry_after: retryAfterS } }),
    }),
  );

if (import.meta.main) {
  const { BOT_TOKEN, BOT_API_PORT } = process.env;
  await startBotApi({ token: BOT_TOKEN!, port: Number(BOT_API_PORT) });
}
