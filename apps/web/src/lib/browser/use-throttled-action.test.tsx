// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { useThrottledAction, type ThrottledAction } from './use-throttled-action.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Mounts an action; `now()` returns what a button would see. */
function mount(action: () => Promise<void>) {
  const seen: { action?: ThrottledAction } = {};
  const Button = () => {
    const throttled = useThrottledAction(action);
    useLayoutEffect(() => {
      seen.action = throttled;
    });
    return null;
  };
  act(() => createRoot(document.createElement('div')).render(<Button />));
  return () => seen.action!;
}

test('disabled during the action and for two seconds after it', async () => {
  const work = Promise.withResolvers<void>();
  let runs = 0;
  const now = mount(() => (runs++, work.promise));
  await act(async () => {
    void now().run();
    void now().run();
  });
  expect(now()).toMatchObject({ isRunning: true, isDisabled: true });
  await act(async () => work.resolve());
  expect(now()).toMatchObject({ isRunning: false, isDisabled: true });
  await act(async () => vi.advanceTimersByTime(1_999));
  await act(async () => now().run());
  expect(runs).toBe(1);
  await act(async () => vi.advanceTimersByTime(1));
  expect(now().isDisabled).toBe(false);
  await act(async () => now().run());
  expect(runs).toBe(2);
});

test('a refused action cools down like any other', async () => {
  const now = mount(() => Promise.reject(new ApiError(511, 'no')));
  await act(async () => now().run());
  expect(now()).toMatchObject({ isRunning: false, isDisabled: true });
  await act(async () => vi.advanceTimersByTime(2_000));
  expect(now().isDisabled).toBe(false);
});
