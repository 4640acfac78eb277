// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/api/query.ts';
import { announceLive } from '../../lib/live/live-events.ts';
import { useUnreadAnswers } from './unread-badge.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const Count = () => <b>{useUnreadAnswers()}</b>;

test('an answer that was on its way does not undo what the stream has told since', async () => {
  const asked: ((unread: number) => void)[] = [];
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((resolve) => {
        const contact = { from: 'shop', name: 'Portside', telegram: '' };
        asked.push((unread) =>
          resolve(Response.json({ code: 200, message: 'ok', data: { contact, reference: 'AB', unread } })),
        );
      }),
  );
  const place = document.createElement('div');
  const root = createRoot(place);
  const client = createQueryClient();
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Count />
      </QueryClientProvider>,
    ),
  );
  const answer = (nth: number, unread: number) =>
    act(async () => {
      asked[nth]!(unread);
      await vi.waitFor(() => expect(client.isFetching()).toBe(asked.length - 1 - nth));
    });

  // Asked for after what the page is for.
  await vi.waitFor(async () => {
    await act(async () => new Promise((done) => setTimeout(done, 20)));
    expect(asked).toHaveLength(1);
  });
  await act(async () => announceLive('support', { unread: 1, message: null }));
  expect(place.textContent).toBe('1');
  expect(asked).toHaveLength(2);
  await answer(0, 0);
  expect(place.textContent).toBe('1');
  await answer(1, 1);
  expect(place.textContent).toBe('1');
  await act(async () => root.unmount());
});
