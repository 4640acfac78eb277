import {
  type AdminGoods,
  type Network,
  paths,
  parseMicro,
  type Data,
  type EndpointName,
  type Input,
} from '@portside/contract';
import type { Devchain } from '@portside/devchain';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { randomUUID } from 'node:crypto';

export type HistoryParts = {
  readonly caller: ShopCaller;
  readonly clock: MovingClock;
  readonly devchain: Pick<Devchain, 'replay'>;
  /** Reads everything new of a network's chain, and credits what became final. */
  readonly follow: (network: Network) => Promise<void>;
  /** Records which products ran out of stock or have some again. */
  readonly watchStock: () => Promise<void>;
  /** Gives buyers the levels that they have reached. */
  readonly assignLevels: () => Promise<void>;
  /** Counts pages that were opened that day, and of them those by agents' links, by their codes. */
  readonly addVisits: (visits: number, clicks: ReadonlyMap<string, number>) => Promise<void>;
  readonly owner: Person;
  /** The second owner. */
  readonly colleague: Person;
  readonly agent: Person;
  /** As whom people try the sandbox. */
  readonly buyer: Person;
  /** As whom they try the supplier's page. */
  readonly supplier: Person;
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
  /** What each buyer has at least, in micro-USDT, by username. */
  readonly funds: Map<string, bigint>;
  readonly invitationCode: string;
  /** The moment of that day at which a share of it has passed. */
  at(day: number, share: number): Date;
};

/** What the buyer has now, in micro-USDT. */
export async function readFunds({ caller, people, funds }: History, username: string): Promise<bigint> {
  const { balance } = await caller.as(people.get(username)!, 'readBalance');
  funds.set(username, parseMicro(balance));
  return parseMicro(balance);
}

/** The buyer orders accounts, and pays them from what they have. Returns the order's number. */
export async function buy(
  { caller, people, funds, stock }: History,
  username: string,
  goodsId: string,
  quantity: number,
): Promise<string> {
  const body = { goods_id: goodsId, quantity, gender: 'random' as const };
  const { order_no, total_amount } = await caller.as(people.get(username)!, 'placeOrder', { body });
  stock.set(goodsId, stock.get(goodsId)! - quantity);
  funds.set(username, funds.get(username)! - parseMicro(total_amount));
  return order_no;
}

/** The owner imports accounts of a product. */
export async function importLines(
  { caller, owner }: Pick<History, 'caller' | 'owner'>,
  into: Pick<Input<'openImport'>['body'], 'goods_id' | 'gender' | 'note'>,
  lines: readonly string[],
): Promise<void> {
  const batch = await caller.as(owner, 'openImport', { body: { ...into, has_right_to_sell: true } });
  const params = { id: batch.id };
  const body = { from_line: 0, text: `${lines.join('\n')}\n`, form: { kind: 'text' } } as const;
  await caller.as(owner, 'addImportLines', { params, body });
  await caller.as(owner, 'finishImport', { params });
}

/** A buyer of the demo shop. Days are counted back from the present. */
type DemoBuyer = {
  readonly username: string;
  readonly joined: number;
  /** Whether they came by the agent's link. */
  readonly isReferred: boolean;
  /** Day and amount in USDT. */
  readonly topUps: readonly (readonly [day: number, amount: string])[];
  /** How many orders they place on a day, on average. */
  readonly ordersADay: number;
};

const buyer = (
  username: string,
  [joined, ordersADay]: readonly [joined: number, ordersADay: number],
  isReferred: boolean,
  ...topUps: readonly (readonly [day: number, amount: string])[]
): DemoBuyer => ({ username, joined, isReferred, ordersADay, topUps });

/** They top up on few days, because a day's chain is read as a whole. */
export const DEMO_BUYERS: readonly DemoBuyer[] = [
  buyer('mara.lindqvist', [30, 1], true, [30, '200'], [21, '300'], [12, '250'], [3, '300']),
  buyer('tobias.reuter', [29, 0.8], false, [27, '500'], [15, '500'], [3, '400']),
  buyer('chen-studio', [27, 0.9], true, [27, '1000'], [9, '1200']),
  buyer('joana.prado', [25, 0.6], true, [24, '60'], [18, '100'], [9, '120'], [1, '150']),
  buyer('dmitri-opt', [24, 0.7], false, [24, '400'], [12, '400'], [3, '350']),
  buyer('kofi88', [21, 0.5], false, [21, '80'], [6, '80']),
  buyer('yuki-media', [18, 0.7], true, [18, '300'], [6, '250']),
  buyer('annika', [15, 0.5], false, [15, '50'], [6, '100']),
  buyer('rui.campos', [12, 0.6], true, [12, '150'], [1, '200']),
  buyer('petrova_a', [9, 0.8], false, [9, '220']),
  buyer('liwei', [6, 0.9], true, [6, '100'], [0, '100']),
  buyer('sam-orders', [3, 1.3], false, [3, '180']),
];

/** A person of the demo, with their own IP address. */
export type Person = {
  readonly username: string;
  readonly password: string;
  readonly address: string;
};

type Call<N extends EndpointName> = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: 'body' extends keyof Input<N> ? Input<N>['body'] : never;
};

type Envelope = { readonly code: number; readonly message: string; readonly data: unknown };

const NOT_SIGNED_IN = 401;

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
    const { token } = dataOf('register', await this.#send('register', person, { body }));
    this.#tokens.set(username, token);
  }

  /** Signs the person in first where they are not, or no longer. */
  async as<N extends EndpointName>(person: Person, name: N, call: Call<N> = {}): Promise<Data<N>> {
    const { username, password } = person;
    let answer = await this.#send(name, person, call);
    if (answer.code === NOT_SIGNED_IN) {
      this.#tokens.delete(username);
      const { token } = dataOf('login', await this.#send('login', person, { body: { username, password } }));
      this.#tokens.set(username, token);
      answer = await this.#send(name, person, call);
    }
    return dataOf(name, answer);
  }

  async #send<N extends EndpointName>(name: N, person: Person, call: Call<N>): Promise<Envelope> {
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
    return answer.json<Envelope>();
  }
}

function dataOf<N extends EndpointName>(name: N, { code, message, data }: Envelope): Data<N> {
  if (code !== 200) throw new Error(`${name}: ${code} ${message}`);
  return data as Data<N>;
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
