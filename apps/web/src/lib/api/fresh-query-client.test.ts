import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FreshQueryClient } from './fresh-query-client.ts';

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
