import {
  type AdminGoods,
  type Network,
  paths,
  type Data,
  type EndpointName,
  type Input,
} from '@portside/contract';
import type { Devchain } from '@portside/devchain';
import type { FastifyInstance } from 'fastify';
import { DAY_MS, type Clock } from '../platform/clock.ts';
import { randomUUID } from 'node:crypto';

export type HistoryParts = {
  readonly caller: ShopCaller;
  readonly clock: MovingClock;
  readonly devchain: Pick<Devchain, 'chains' | 'replay'>;
  /** Reads everything new of a network's chain, and credits what became final. */
  readonly follow: (network: Network) => Promise<void>;
  /** Records which products ran out of stock or have some again. */
  readonly watchStock: () => Promise<void>;
  readonly owner: Person;
  /** The second owner. */
  readonly colleague: Person;
  readonly agent: Person;
  /** When the history ends. */
  readonly now: Date;
};

/** One run of the history, and what its days have in common. */
export type History = HistoryParts & {
  readonly random: () => number;
  readonly people: ReadonlyMap<string, Person>;
  readonly goods: readonly AdminGoods[];
  /** What is left of each product, by id. */
  readonly stock: Map<string, number>;
  readonly invitationCode: string;
  /** The moment of that day at which a share of it has passed. */
  at(day: number, share: number): Date;
};

/** A person of the demo, with their own IP address. */
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

const BUYER_MS = 5 * DAY_MS;

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

  /** Signs the person in first if they are not, or if their session is about to expire. */
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

/** A clock that is fixed at times in the past while a history is created, and follows another clock otherwise. */
export class MovingClock implements Clock {
  readonly #present: Clock;
  #at: Date | null = null;

  constructor(present: Clock) {
    this.#present = present;
  }

  now(): Date {
    return this.#at ?? this.#present.now();
  }

  moveTo(at: Date): void {
    this.#at = at;
  }

  goOn(): void {
    this.#at = null;
  }
}
