import { afterEach, expect, test } from 'vitest';
import { startTelegramServer } from '../testing/http-servers.ts';
import { OutsideFailure } from './refusal.ts';
import { createTelegram } from './telegram.ts';

const TOKEN = '123456:AAbbCCddEEffGGhhIIjjKKllMMnnOOpp';

let stop = (): Promise<void> => Promise.resolve();
afterEach(() => stop());

async function start(answer?: Parameters<typeof startTelegramServer>[0], timeoutMs?: number) {
  const server = await startTelegramServer(answer);
  ({ stop } = server);
  return { telegram: createTelegram(TOKEN, server.url, timeoutMs), ...server };
}

test("a message goes to the chat in the Bot API's format", async () => {
  const { telegram, told } = await start();
  await telegram.send('-1001', 'Payments are seen late');
  expect(told).toMatchObject([
    { path: `/bot${TOKEN}/sendMessage`, body: { chat_id: '-1001', text: 'Payments are seen late' } },
  ]);
});

test('a text that is too long is cut rather than refused', async () => {
  const { telegram, told } = await start();
  await telegram.send('-1001', 'x'.repeat(5_000));
  expect(told[0]!.body.text).toHaveLength(4_096);
});

test.each([
  [{ status: 400, text: '{"ok":false,"description":"Bad Request: chat not found"}' }, 'chat not found'],
  [{ status: 502, text: '<html>' }, 'answered 502'],
  [null, 'timeout'],
])('what goes wrong is told, without the token: %j', async (answer, why) => {
  const { telegram } = await start(() => answer, answer === null ? 300 : undefined);
  const failure = await telegram.send('1', 'hello').then(
    () => null,
    (error: unknown) => error as Error,
  );
  expect(failure).toBeInstanceOf(OutsideFailure);
  expect(failure!.message).toContain(why);
  expect(String(failure!.stack)).not.toContain(TOKEN);
});

test('an unreachable API is an outside failure, and its message contains no URL', async () => {
  const { telegram, stop: close } = await start();
  await close();
  stop = () => Promise.resolve();
  const failure = await telegram.send('1', 'hello').catch((error: unknown) => error as Error);
  expect(failure).toBeInstanceOf(OutsideFailure);
  expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain(TOKEN);
});
