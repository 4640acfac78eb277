import { paths, type Data, type EndpointName, type Input } from '@portside/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { randomUUID } from 'node:crypto';

/** Somebody of the demo, from an address of their own. */
export type Person = {
  readonly username: string;
  readonly password: string;
  readonly address: string;
  readonly isAdmin?: boolean;
};

type Call<N extends EndpointName> = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: 'body' extends keyof Input<N> ? Input<N>['body'] : never;
};
type Envelope = { readonly code: number; readonly message: string; readonly data: unknown };

/** Within the lifetime of an admin's session, and of a buyer's. */
const ADMIN_MS = 20 * 60_000;
const BUYER_MS = 5 * 24 * 60 * 60_000;

/** Calls the shop's own API within the process, as its pages do. Throws on everything that the shop refuses. */
export class ShopCaller {
  readonly #http: FastifyInstance;
  readonly #clock: Clock;
  readonly #tokens = new Map<string, { readonly token: string; readonly at: number }>();

  constructor(http: FastifyInstance, clock: Clock) {
    this.#http = http;
    this.#clock = clock;
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
    this.#keep(username, token);
  }

  /** Signs the person in first where they are not, or not for long any more. */
  async as<N extends EndpointName>(person: Person, name: N, call: Call<N> = {}): Promise<Data<N>> {
    const signedIn = this.#tokens.get(person.username);
    const lastsMs = person.isAdmin ? ADMIN_MS : BUYER_MS;
    if (!signedIn || this.#clock.now().getTime() - signedIn.at > lastsMs) await this.#signIn(person);
    return this.#send(name, person, call);
  }

  async #signIn(person: Person): Promise<void> {
    this.#tokens.delete(person.username);
    const { username, password } = person;
    const { token } = await this.#send('login', person, { body: { username, password } });
    this.#keep(username, token);
  }

  #keep(username: string, token: string): void {
    this.#tokens.set(username, { token, at: this.#clock.now().getTime() });
  }

  async #send<N extends EndpointName>(name: N, person: Person, call: Call<N>): Promise<Data<N>> {
    const { params = {}, query, body } = call;
    const [method, path] = paths[name];
    const token = this.#tokens.get(person.username)?.token;
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
    if (code !== 200) throw new Error(`${name}: ${code} ${message}`);
    return data as Data<N>;
  }
}
