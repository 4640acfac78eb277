import { afterEach, expect, test, vi } from 'vitest';
import { pages } from './pages.ts';
import { createQueryClient } from './query.ts';

afterEach(() => vi.unstubAllGlobals());

test('a list is asked for page by page, with its filter and the cursor of the page before', async () => {
  const asked: string[] = [];
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    const data = {
      items: [url],
      next_cursor: asked.length < 3 ? `after-${asked.length}` : null,
      total: null,
    };
    return Promise.resolve(Response.json({ code: 200, message: 'ok', data }));
  });
  const options = pages('listUnsold', { query: { goods_id: '7' } });
  expect(options.queryKey).toEqual(['listUnsold', { query: { goods_id: '7' } }, 'pages']);
  const list = await createQueryClient().fetchInfiniteQuery({ ...options, pages: 5 });
  expect(asked).toEqual([
    '/api/stock/unsold?goods_id=7',
    '/api/stock/unsold?goods_id=7&cursor=after-1',
    '/api/stock/unsold?goods_id=7&cursor=after-2',
  ]);
  expect(list.pages).toHaveLength(3);
});

test('what needs no request has none in its key', () => {
  expect(pages('listOwnAgentStatement').queryKey).toEqual(['listOwnAgentStatement', 'pages']);
});
