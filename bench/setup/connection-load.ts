import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from './report.ts';

/** A process of visitors: each has its own connection and opens one page after the other. */
export type ConnectionJob = {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** How many sign in at once, half a second after the visitors start; they stay until all are answered. */
  readonly signIns: number;
};

export type ConnectionFigures = {
  readonly answered: Tally;
  readonly signIns: Tally;
  /** From the end of the load until three calls in a row are answered within 100 ms each. */
  readonly backMs: number;
};

/** Latencies cover calls not answered with 503. */
export type Tally = {
  /** Calls sent; each is answered, told to retry later, or unanswered. */
  readonly sent: number;
  readonly done: number;
  readonly shed: number;
  readonly silent: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
};

/** What a browser asks for on a first visit, one after the other. */
const VISIT = ['/login', '/assets/app.js', '/api/site-config', '/api/goods'];
/** A page gives up after this long without an answer. */
const PATIENCE_MS = 50_000;
const BACK_OFF_MS = 250;

process.once('message', (job: ConnectionJob) => void run(job).then((figures) => process.send!(figures)));

type Answer = { readonly status: number; readonly ms: number };

async function run({ port, connections, seconds, signIns }: ConnectionJob): Promise<ConnectionFigures> {
  const pages: Answer[] = [];
  const load = { isOver: false, sent: 0 };
  const visit = async (who: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = who; !load.isOver; turn += 1) {
      load.sent += 1;
      const answer = await call(agent, port, VISIT[turn % VISIT.length]!);
      pages.push(answer);
      if (answer.status !== 200) await sleep(BACK_OFF_MS);
    }
    agent.destroy();
  };
  const visitors = Array.from({ length: connections }, (_, who) => visit(who));
  const started = performance.now();
  const signedIn = signIns > 0 ? sleep(500).then(() => signInAll(port, signIns)) : Promise.resolve([]);
  const logins = await signedIn;
  await sleep(Math.max(0, seconds * 1_000 - (performance.now() - started)));
  load.isOver = true;
  const ended = performance.now();
  const backMs = await untilBack(port, ended);
  await Promise.all(visitors);
  return { answered: tally(pages, load.sent), signIns: tally(logins, logins.length), backMs };
}

const signInAll = (port: number, count: number): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: count }, (_, who) =>
      call(
        new Agent(),
        port,
        '/api/auth/login',
        JSON.stringify({ username: `nobody-${who}`, password: 'harbour-9' }),
      ),
    ),
  );

async function untilBack(port: number, ended: number): Promise<number> {
  for (let quick = 0; quick < 3;) {
    const { status, ms } = await call(new Agent(), port, '/api/goods');
    quick = status === 200 && ms < 100 ? quick + 1 : 0;
    if (performance.now() - ended > PATIENCE_MS) break;
  }
  return performance.now() - ended;
}

function tally(answers: readonly Answer[], sent: number): Tally {
  const taken = answers.filter(({ status }) => status > 0 && status !== 503).map(({ ms }) => ms);
  taken.sort((a, b) => a - b);
  return {
    sent,
    done: taken.length,
    shed: answers.filter(({ status }) => status === 503).length,
    silent: answers.filter(({ status }) => status === 0).length,
    p50: quantile(taken, 0.5),
    p99: quantile(taken, 0.99),
    worst: taken.at(-1) ?? Number.NaN,
  };
}

/** Status 0 for a call without an answer. */
function call(agent: Agent, port: number, path: string, body?: string): Promise<Answer> {
  return new Promise((resolve) => {
    const asked = performance.now();
    const settle = (status: number): void => resolve({ status, ms: performance.now() - asked });
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request({ agent, host: '127.0.0.1', port, path, method, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => settle(answer.statusCode!));
      answer.once('error', () => settle(0));
    });
    sent.setTimeout(PATIENCE_MS, () => sent.destroy());
    sent.once('error', () => settle(0));
    sent.end(body);
  });
}
