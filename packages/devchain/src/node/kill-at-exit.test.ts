import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { killAtExit } from './kill-at-exit.ts';

test('any number of children take one listener, and end with the process', async () => {
  const before = process.listenerCount('exit');
  const children = Array.from({ length: 12 }, () => spawn('sleep', ['60']));
  children.forEach(killAtExit);
  expect(process.listenerCount('exit')).toBe(before + 1);
  const ended = Promise.all(children.map((child) => once(child, 'exit')));
  process.listeners('exit').at(-1)!(0);
  expect((await ended).map(([, signal]) => signal as string)).toEqual(children.map(() => 'SIGKILL'));
});
