// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { call } from './call.ts';

afterEach(() => vi.unstubAllGlobals());

test('a call is sent where the page is left at once if its caller says so, and only then', async () => {
  const sent: (boolean | undefined)[] = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    sent.push(init.keepalive);
    return Promise.resolve(Response.json({ code: 200, message: 'ok', data: { tx_hash: '0x0' } }));
  });
  const body = { type: 'TRON', to: 'T', amount: '1' } as const;
  await call('sendSandboxTransfer', { body });
  await call('sendSandboxTransfer', { body }, { keepalive: true });
  expect(sent).toEqual([false, true]);
});
