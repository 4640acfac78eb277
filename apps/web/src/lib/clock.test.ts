import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteServerTime, now, nowMs } from './clock.ts';

const START_MS = Date.UTC(2026, 10, 28, 12);
const HOUR_MS = 3_600_000;

/** The device's clock is wrong by that much; the server's follows. */
let shiftMs = 0;
let serverMs = START_MS;
let monotonicMs = 0;

/** Time passes, on all clocks. */
function pass(ms: number): void {
  serverMs += ms;
  monotonicMs += ms;
  vi.setSystemTime(serverMs + shiftMs);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.spyOn(performance, 'now').mockImplementation(() => monotonicMs);
  pass(10_000_000);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A call that takes `goMs` there and `backMs` back. */
function ask(goMs: number, backMs: number, headers: Record<string, string> = {}): void {
  const askedAt = monotonicMs;
  pass(goMs);
  const date = new Date(Math.floor(serverMs / 1_000) * 1_000).toUTCString();
  pass(backMs);
  noteServerTime(new Response(null, { headers: { date, ...headers } }), askedAt);
}

test.each([HOUR_MS, -HOUR_MS, 40_000, 90_000, -26 * HOUR_MS])('a device that is wrong by %i ms', (wrong) => {
  shiftMs = wrong;
  pass(0);
  ask(40, 60);
  expect(Math.abs(nowMs() - serverMs)).toBeLessThan(600);
  for (let calls = 0; calls < 8; calls += 1) {
    pass(1_234);
    ask(30 + calls, 50);
  }
  expect(Math.abs(nowMs() - serverMs)).toBeLessThan(150);
  expect(now().getTime()).toBe(nowMs());
});

test('a right clock is left alone', () => {
  shiftMs = 0;
  pass(0);
  for (let calls = 0; calls < 5; calls += 1) {
    pass(777);
    ask(200, 900);
  }
  expect(nowMs()).toBe(serverMs);
});

test('a clock that is set while the page is open is followed', () => {
  shiftMs = HOUR_MS;
  pass(0);
  ask(20, 20);
  shiftMs = 0;
  pass(1_000);
  ask(20, 20);
  expect(Math.abs(nowMs() - serverMs)).toBeLessThan(600);
});

test('a slow answer does not widen what is known', () => {
  shiftMs = HOUR_MS;
  pass(0);
  for (let calls = 0; calls < 6; calls += 1) {
    pass(1_170);
    ask(10, 10);
  }
  const before = Math.abs(nowMs() - serverMs);
  ask(10, 20_000);
  expect(Math.abs(nowMs() - serverMs)).toBeLessThanOrEqual(before);
});

test('an answer from a cache, or without a time, says nothing', () => {
  shiftMs = 0;
  pass(0);
  ask(10, 10);
  const headers = { date: new Date(serverMs - HOUR_MS).toUTCString(), age: '3600' };
  noteServerTime(new Response(null, { headers }), monotonicMs);
  noteServerTime(new Response(null), monotonicMs);
  expect(nowMs()).toBe(serverMs);
});
