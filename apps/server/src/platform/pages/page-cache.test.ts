import Fastify from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import type { PageSettings } from './page-settings.ts';
import { createPageCache } from './send-pages.ts';

const read = (): PageSettings => ({ origins: [], nameIn: () => 'Quay', brand: null, announcements: [] });

/** A page of which the test says what it is made of, and when its settings are read again. */
function open() {
  const sendCached = createPageCache();
  const page = { text: 'first', settings: read(), builds: 0 };
  const build = (): string => {
    page.builds += 1;
    return page.text;
  };
  const app = Fastify();
  atEndOfFile(() => app.close());
  app.get('/', (request, reply) =>
    sendCached(request as FastifyRequest, reply as unknown as FastifyReply, {
      name: 'page',
      settings: page.settings,
      build,
    }),
  );
  const get = (headers = {}) => app.inject({ method: 'GET', url: '/', headers });
  return { page, get };
}

test('a page is made once for each reading of the settings, and sent again only where it has changed', async () => {
  const { page, get } = open();
  const first = await get();
  expect([first.payload, first.headers.etag]).toEqual(['first', expect.stringMatching(/^W\/"/)]);
  const ask = async () => (await get({ 'if-none-match': String(first.headers.etag) })).statusCode;
  expect([await ask(), page.builds]).toEqual([304, 1]);
  page.settings = read();
  expect([await ask(), page.builds]).toEqual([304, 2]);
  page.text = 'second';
  expect(await ask()).toBe(304);
  page.settings = read();
  expect(await ask()).toBe(200);
  expect((await get()).payload).toBe('second');
});
