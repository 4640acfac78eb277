import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { measureRate, type Rate } from './report.ts';

/** A process of callers: each token posts one request after the other on a connection of its own. */
export type HttpJob = {
  /** Adapters of this host; the callers spread over them. */
  readonly ports: readonly number[];
  readonly path: string;
  readonly tokens: readonly string[];
  /** What to send; the callers spread over them. */
  readonly bodies: readonly string[];
  readonly seconds: number;
};
export type HttpRate = Rate;

process.once('message', (job: HttpJob) => {
  const agent = new Agent({ keepAlive: true, maxSockets: job.tokens.length });
  void measureRate(job.tokens.length, job.seconds, (who) => post(agent, job, who)).then((rate) =>
    process.send!(rate),
  );
});

/** Rate limits are by address, so every call uses one of the buyer's own addresses. */
const addressOf = (who: number): string =>
  `10.${(who >> 8) & 255}.${who & 255}.${Math.floor(Math.random() * 250) + 1}`;

function post(agent: Agent, { ports, path, bodies, tokens }: HttpJob, who: number): Promise<void> {
  const [port, body] = [ports[who % ports.length]!, bodies[who % bodies.length]!];
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${tokens[who]!}`,
      'x-forwarded-for': addressOf(who),
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
