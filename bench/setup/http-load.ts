import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { measureRate, type Rate } from './rate.ts';

/** A process of callers: each token posts one request after the other on a connection of its own. */
export type HttpJob = {
  readonly port: number;
  readonly path: string;
  readonly tokens: readonly string[];
  readonly body: string;
  readonly seconds: number;
};
export type HttpRate = Rate;

process.once('message', (job: HttpJob) => {
  const agent = new Agent({ keepAlive: true, maxSockets: job.tokens.length });
  void measureRate(job.tokens.length, job.seconds, (who) => post(agent, job, job.tokens[who]!)).then((rate) =>
    process.send!(rate),
  );
});

function post(agent: Agent, { port, path, body }: HttpJob, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
    };
    const call = request({ agent, host: '127.0.0.1', port, path, method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.once('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`)),
      );
    });
    call.once('error', reject);
    call.end(body);
  });
}
