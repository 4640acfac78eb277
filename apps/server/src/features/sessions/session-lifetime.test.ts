import { expect, test } from 'vitest';
import { isSessionOver } from './session-lifetime.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const now = new Date('2026-11-20T12:00:00Z');
const ago = (ms: number): Date => new Date(now.getTime() - ms);

test.each([
  { who: 'buyer', age: 29 * DAY, unused: 6 * DAY, isOver: false },
  { who: 'buyer', age: 29 * DAY, unused: 7 * DAY, isOver: true },
  { who: 'buyer', age: 30 * DAY, unused: 0, isOver: true },
  { who: 'admin', age: 11 * HOUR, unused: 29 * MINUTE, isOver: false },
  { who: 'admin', age: 11 * HOUR, unused: 30 * MINUTE, isOver: true },
  { who: 'admin', age: 12 * HOUR, unused: 0, isOver: true },
])('a $who session, $age ms old, unused for $unused ms: over is $isOver', ({ who, age, unused, isOver }) => {
  const session = { created_at: ago(age), last_seen_at: ago(unused) };
  expect(isSessionOver(session, { isAdmin: who === 'admin' }, now)).toBe(isOver);
});
