// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from './query.ts';

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
