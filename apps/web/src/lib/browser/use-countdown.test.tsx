// @vitest-environment happy-dom
import { act, useLayoutEffect, useState, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { useTurnedState } from './current-area.ts';
import { useHasPassed, useSecondsUntil } from './use-countdown.ts';
import { useThrottledAction, type ThrottledAction } from './use-throttled-action.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

describe('useCountdown', () => {
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
});

describe('useThrottledAction', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Mounts an action; `now()` returns what a button would see. */
  function mount(action: () => Promise<void>) {
    const seen: { action?: ThrottledAction; type?: (code: string) => void } = {};
    const Button = () => {
      const [code, setCode] = useState('');
      const throttled = useThrottledAction(action, code);
      useLayoutEffect(() => {
        seen.action = throttled;
      });
      useLayoutEffect(() => {
        seen.type = setCode;
      }, []);
      return null;
    };
    act(() => createRoot(document.createElement('div')).render(<Button />));
    return Object.assign(() => seen.action!, { type: (code: string) => act(async () => seen.type!(code)) });
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

  test('for another code nobody waits, but a running action is not begun twice', async () => {
    const work = Promise.withResolvers<void>();
    let runs = 0;
    const now = mount(() => (runs++, work.promise));
    await act(async () => void now().run());
    await now.type('123456');
    await act(async () => now().run());
    expect([runs, now().isRunning]).toEqual([1, true]);
    // The code came while the action ran: its answer asked for it.
    await act(async () => work.resolve());
    expect(now().isDisabled).toBe(false);
    await act(async () => now().run());
    expect([runs, now().isDisabled]).toEqual([2, true]);
    await now.type('654321');
    expect(now().isDisabled).toBe(false);
    await act(async () => now().run());
    expect(runs).toBe(3);
    await act(async () => vi.advanceTimersByTime(2_000));
    expect(now().isDisabled).toBe(false);
  });
});

describe('turned state', () => {
  const turning = new Set<() => void>();
  function watch() {
    return {
      matches: true,
      addEventListener: (_: string, tell: () => void) => turning.add(tell),
      removeEventListener: (_: string, tell: () => void) => turning.delete(tell),
    };
  }

  let write: (text: string) => void;
  function Form() {
    const [text, setText] = useTurnedState('amount', () => '');
    useEffect(() => {
      write = setText;
    });
    return text;
  }
  async function open() {
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    await act(async () => root.render(<Form />));
    return () => act(async () => root.unmount());
  }

  afterEach(() => {
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  test('what was typed goes along when the phone is turned, and nowhere else', async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.stubGlobal('matchMedia', watch);
    const close = await open();
    await act(async () => write('25'));
    turning.forEach((tell) => tell());
    await close();
    const closeTurned = await open();
    expect(document.body.textContent).toBe('25');
    await closeTurned();
    await open();
    expect(document.body.textContent).toBe('');
  });
});
