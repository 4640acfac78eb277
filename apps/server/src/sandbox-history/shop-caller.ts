import { paths, type Data, type EndpointName, type Input } from '@portside/contract';
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';

/** Somebody of the demo, from an address of their own. */
export type Person = { readonly username: string; readonly password: string; readonly address: string };

type Call<N extends EndpointName> = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: 'body' extends keyof Input<N> ? Input<N>['body'] : never;
};
type Envelope = { readonly code: number; readonly message: string; readonly data: unknown };

const UNAUTHORIZED = 401;

/** Calls the shop's own API within the process, as its pages do. Throws on everything that the shop refuses. */
export class ShopCaller {
  readonly #http: FastifyInstance;
  readonly #tokens = new Map<string, string>();

  constructor(http: FastifyInstance) {
    this.#http = http;
  }

  /** Signs the person up, and in. */
  async register(person: Person, invitationCode?: string): Promise<void> {
    const { username, password } = person;
    const body = {
      username,
      password,
      email: `${username}@sandbox.example`,
      agree: true as const,
      ...(invitationCode !== undefined && { invitation_code: invitationCode }),
    };
    const { token } = await this.#send('register', person, { body });
    this.#tokens.set(username, token);
  }

  /** Signs the person in first where they are not, or no longer. */
  async as<N extends EndpointName>(person: Person, name: N, call: Call<N> = {}): Promise<Data<N>> {
    if (!this.#tokens.has(person.username)) await this.#signIn(person);
    return this.#send(name, person, call).catch(async (error: unknown) => {
      if (!(error instanceof CallError) || error.status !== UNAUTHORIZED) throw error;
      await this.#signIn(person);
      return this.#send(name, person, call);
    });
  }

  async #signIn(person: Person): Promise<void> {
    this.#tokens.delete(person.username);
    const { username, password } = person;
    const { token } = await this.#send('login', person, { body: { username, password } });
    this.#tokens.set(username, token);
  }

  async #send<N extends EndpointName>(name: N, person: Person, call: Call<N>): Promise<Data<N>> {
    const { params = {}, query, body } = call;
    const [method, path] = paths[name];
    const token = this.#tokens.get(person.username);
    const answer = await this.#http.inject({
      method,
      url: path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key]!)),
      remoteAddress: person.address,
      headers: {
        'idempotency-key': randomUUID(),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(query && { query: { ...query } }),
      ...(body && { payload: body as object }),
    });
    const { code, message, data } = answer.json<Envelope>();
    if (code !== 200) throw new CallError(`${name}: ${code} ${message}`, answer.statusCode);
    return data as Data<N>;
  }
}

class CallError extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.name = 'CallError';
    this.status = status;
  }
}
