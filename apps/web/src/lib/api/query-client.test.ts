import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi, afterEach } from 'vitest';
import { FreshQueryClient, createQueryClient, pages } from './query.ts';

/** A query whose answers come when they are told to. */
function openQuery() {
  const client = new FreshQueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const asked: PromiseWithResolvers<string>[] = [];
  const options = {
    queryKey: ['orders', { page: 1 }],
    queryFn: () => {
      const answer = Promise.withResolvers<string>();
      asked.push(answer);
      return answer.promise;
    },
  };
  return { client, asked, options };
}

test('what changes while a first answer is under way is asked for again', async () => {
  const { client, asked, options } = openQuery();
  const observer = new QueryObserver(client, options);
  onTestFinished(observer.subscribe(() => undefined));
  const done = client.invalidateQueries({ queryKey: ['orders'] });
  expect(asked).toHaveLength(1);
  asked[0]!.resolve('sending');
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]!.resolve('sent');
  await done;
  expect(observer.getCurrentResult().data).toBe('sent');
});

test('an answer that nobody shows yet is stale', async () => {
  const { client, asked, options } = openQuery();
  const first = client.fetchQuery(options);
  const done = client.invalidateQueries({ queryKey: ['orders'] });
  asked[0]!.resolve('sending');
  expect(await first).toBe('sending');
  await done;
  expect(asked).toHaveLength(1);
  expect(client.getQueryState(options.queryKey)!.isInvalidated).toBe(true);
});

test('what fails is not asked for again', async () => {
  const { client, asked, options } = openQuery();
  const observer = new QueryObserver(client, options);
  onTestFinished(observer.subscribe(() => undefined));
  const done = client.invalidateQueries();
  asked[0]!.reject(new Error('no answer'));
  await done;
  expect(asked).toHaveLength(1);
});

test('other queries are left alone', async () => {
  const { client, asked, options } = openQuery();
  const observer = new QueryObserver(client, options);
  onTestFinished(observer.subscribe(() => undefined));
  await client.invalidateQueries({ queryKey: ['goods'] });
  asked[0]!.resolve('sending');
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('sending'));
  expect(asked).toHaveLength(1);
});

// @vitest-environment happy-dom

test('what failed is asked for again once there is a network, also where nobody noticed it go', async () => {
  const client = createQueryClient();
  client.mount();
  let asked = 0;
  const queryFn = () => ((asked += 1) === 1 ? Promise.reject(new Error('no network')) : 'here');
  const observer = new QueryObserver(client, { queryKey: ['anything'], queryFn });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true);
  dispatchEvent(new Event('online'));
  await expect.poll(() => observer.getCurrentResult().data).toBe('here');
  stop();
  client.unmount();
});

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
