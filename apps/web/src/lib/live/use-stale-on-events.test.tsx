// @vitest-environment happy-dom
import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createQueryClient, queryKey } from '../api/query.ts';
import { announceLive } from './live-events.ts';
import { useStaleOnEvents } from './stream.ts';

function Page() {
  useStaleOnEvents();
  return null;
}

test('what is kept and not shown is old after an event about it; what is shown is left to its page', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const client = createQueryClient();
  const root = createRoot(document.createElement('div'));
  onTestFinished(async () => {
    await act(async () => root.unmount());
    client.clear();
    vi.unstubAllGlobals();
  });
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>,
    ),
  );
  const hidden = queryKey('listOrders', { query: { limit: 4 } });
  const shown = queryKey('listOrders', { query: { limit: 30 } });
  const other = queryKey('listGoods');
  for (const key of [hidden, shown, other]) client.setQueryData(key, { items: [] });
  const observer = new QueryObserver(client, { queryKey: shown, staleTime: Infinity });
  onTestFinished(observer.subscribe(() => undefined));
  announceLive('order', { order_no: 'A' });
  const isOld = (key: readonly unknown[]) => client.getQueryState(key)!.isInvalidated;
  expect([hidden, shown, other].map(isOld)).toEqual([true, false, false]);
});
