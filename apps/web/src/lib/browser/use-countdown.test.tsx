// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useHasPassed, useSecondsUntil } from './use-countdown.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const Clock = ({ until }: { until: number | null }) => <b>{useSecondsUntil(until)}</b>;

test('counts down to zero, then stops; a new moment starts it again', () => {
  const box = document.createElement('div');
  const root = createRoot(box);
  const show = (until: number | null) => act(() => root.render(<Clock until={until} />));
  const pass = (ms: number) =>
    act(() => {
      vi.advanceTimersByTime(ms);
    });

  show(null);
  expect(box.textContent).toBe('0');
  pass(5_000);
  show(7_000);
  expect(box.textContent).toBe('2');
  pass(1_000);
  expect(box.textContent).toBe('1');
  pass(1_000);
  expect(box.textContent).toBe('0');
  expect(vi.getTimerCount()).toBe(0);
  show(67_000);
  expect(box.textContent).toBe('60');
  act(() => root.unmount());
  expect(vi.getTimerCount()).toBe(0);
});

const Gate = ({ at }: { at: number }) => <b>{useHasPassed(at) ? 'passed' : 'to come'}</b>;

test('a moment passes once, on time, and another one may be to come again', () => {
  const box = document.createElement('div');
  const root = createRoot(box);
  const show = (at: number) => act(() => root.render(<Gate at={at} />));
  const pass = (ms: number) =>
    act(() => {
      vi.advanceTimersByTime(ms);
    });

  show(2_000);
  pass(1_999);
  expect(box.textContent).toBe('to come');
  pass(1);
  expect(box.textContent).toBe('passed');
  expect(vi.getTimerCount()).toBe(0);
  show(9_000);
  expect(box.textContent).toBe('to come');
  act(() => root.unmount());
  expect(vi.getTimerCount()).toBe(0);
});
