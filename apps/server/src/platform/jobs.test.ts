import fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type Leadership, Jobs, pauseAfter } from './jobs.ts';
import { Hub } from './hub/hub.ts';
import { restWhileUnused } from '../compose/app-jobs.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.ts';

/** A job that is at it until it is let go, and how often it began. */
function createSlowJob() {
  const runs: PromiseWithResolvers<void>[] = [];
  const run = async () => {
    const under = Promise.withResolvers<void>();
    runs.push(under);
    await under.promise;
    return { more: false };
  };
  return { runs, job: { name: 'slow', everyMs: HOUR_MS, run } };
}

test('a job woken during a run runs once more, then at its interval', async () => {
  const jobs = new Jobs(pino({ level: 'silent' }));
  const { runs, job } = createSlowJob();
  jobs.start(job);
  jobs.wake('slow');
  jobs.wake('slow');
  runs[0]!.resolve();
  await expect.poll(() => runs.length).toBe(2);
  runs[1]!.resolve();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(runs).toHaveLength(2);
  jobs.wake('slow');
  await expect.poll(() => runs.length).toBe(3);
  runs[2]!.resolve();
  await jobs.stop();
});

test('a failing job is retried, and a stop does not wait for the retry', async () => {
  const jobs = new Jobs(pino({ level: 'silent' }));
  let tries = 0;
  const run = () => {
    tries += 1;
    return Promise.reject(new Error('no'));
  };
  jobs.start({ name: 'failing', everyMs: 1, run });
  await expect.poll(() => tries).toBeGreaterThan(2);
  await jobs.stop();
  const after = tries;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(tries).toBe(after);
});

test.each([
  [1_000, [1_000, 2_000, 4_000, 8_000, 16_000, 16_000]],
  [10 * MINUTE_MS, [10, 20, 40, 70, 70, 70].map((minutes) => minutes * MINUTE_MS)],
  [DAY_MS, [24, 2, 4, 8, 16, 16].map((hours) => hours * HOUR_MS)],
])('a job of every %i ms waits longer after each failure, but never for days', (everyMs, pauses) => {
  expect(pauses.map((_, failures) => pauseAfter(failures, everyMs))).toEqual(pauses);
});

test('a process that does not lead runs only what runs everywhere, until it takes over', async () => {
  const ran: string[] = [];
  const taken: (() => void)[] = [];
  const state = { isLeader: false };
  const leadership: Leadership = {
    get isLeader() {
      return state.isLeader;
    },
    mayServe: true,
    onElected: (listener) => void taken.push(listener),
    onApart: () => undefined,
  };
  const jobs = new Jobs(pino({ level: 'silent' }), new Hub(), leadership);
  const run = (name: string) => () => {
    ran.push(name);
    return Promise.resolve({ more: false });
  };
  jobs.start({ name: 'once', everyMs: HOUR_MS, run: run('once') });
  jobs.start({ name: 'everywhere', everyMs: HOUR_MS, isEverywhere: true, run: run('everywhere') });
  await expect.poll(() => ran).toEqual(['everywhere']);
  state.isLeader = true;
  for (const listener of taken) listener();
  await expect.poll(() => ran).toContain('once');
  await jobs.stop();
});

test('a job that rests longer than others runs at its interval while the shop is used', async () => {
  const jobs = new Jobs(pino({ level: 'silent' }));
  let isResting = false;
  jobs.restWhile(() => isResting);
  let runs = 0;
  const run = () => {
    runs += 1;
    return Promise.resolve({ more: false });
  };
  jobs.start({ name: 'rests', everyMs: 1, restMs: HOUR_MS, run });
  await expect.poll(() => runs).toBeGreaterThan(2);
  isResting = true;
  await new Promise((resolve) => setTimeout(resolve, 20));
  const rested = runs;
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(runs).toBe(rested);
  isResting = false;
  jobs.wakeAll();
  await expect.poll(() => runs).toBeGreaterThan(rested + 1);
  await jobs.stop();
});

test('jobs rest while nothing calls for them, and the first call wakes them', async () => {
  const jobs = new Jobs(pino({ level: 'silent' }));
  const http = fastify();
  let streams = 0;
  restWhileUnused(http, jobs, { countStreams: () => streams }, 0);
  http.get('/', () => 'ok');
  await http.ready();
  let runs = 0;
  jobs.start({
    name: 'often',
    everyMs: 10_000,
    run: () => {
      runs += 1;
      return Promise.resolve({ more: false });
    },
  });
  await expect.poll(() => runs).toBe(1);
  await http.inject('/');
  await expect.poll(() => runs).toBe(2);
  // A page that is open is in use, so nothing has rested.
  streams = 1;
  await http.inject('/');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(runs).toBe(2);
  await jobs.stop();
  await http.close();
});
