import { Batches, type SendBatch } from './batches.ts';
import type {
  HubLink,
  HubListener,
  NumberedEvent,
  OpenStream,
  PostedEvent,
  Tries,
  Welcome,
} from './hub-link.ts';
import { Listeners } from './listeners.ts';
import type { Answer, ToHub, ToWorker } from './messages.ts';

type Waiting = { hear(answer: Answer): void; fail(error: Error): void };

const LOST = 'the process that the others meet at has died';

/** A worker's end of its line to the hub, which is in the primary. */
export class RemoteHub implements HubLink {
  readonly #heard = new Listeners();
  readonly #out: Batches<ToHub>;
  readonly #asked = new Map<number, Waiting>();
  #asks = 0;
  #isLost = false;
  isOnDuty = false;

  constructor(send: SendBatch<ToHub>, onStuck: () => void) {
    this.#out = new Batches(send, onStuck);
  }

  hear(batch: readonly ToWorker[]): void {
    batch.forEach((message) => this.#hearOne(message));
  }

  /** The primary is gone: whoever waits for an answer hears it now, and nobody waits from now on. */
  lose(): void {
    this.#isLost = true;
    for (const { fail } of this.#asked.values()) fail(new Error(LOST));
    this.#asked.clear();
  }

  listen(listener: Partial<HubListener>): void {
    this.#heard.add(listener);
  }

  publish(event: PostedEvent): void {
    this.#out.add({ kind: 'publish', event });
  }

  signal(topic: string, text: string): void {
    this.#out.add({ kind: 'signal', topic, text });
  }

  async enter(stream: OpenStream, onEntered: () => void): Promise<Welcome | null> {
    const entered = this.#asks;
    const answer = this.#ask({ kind: 'enter', stream }, (value) => {
      if (value !== null) onEntered();
    });
    const missed = (await answer) as readonly NumberedEvent[] | null;
    return missed && { missed, leave: () => this.#out.add({ kind: 'leave', entered }) };
  }

  async countVisitors(): Promise<number> {
    return (await this.#ask({ kind: 'visitors' })) as number;
  }

  async hit(key: string, windowMs: number): Promise<Tries> {
    return (await this.#ask({ kind: 'hit', key, windowMs })) as Tries;
  }

  /** `atOnce` hears the answer before anything that was sent after it. */
  #ask(question: Question, atOnce: (answer: Answer) => void = () => undefined): Promise<Answer> {
    const ask = this.#asks;
    this.#asks += 1;
    return new Promise((resolve, reject) => {
      if (this.#isLost) throw new Error(LOST);
      const hear = (answer: Answer): void => {
        atOnce(answer);
        resolve(answer);
      };
      this.#asked.set(ask, { hear, fail: reject });
      this.#out.add({ ...question, ask });
    });
  }

  #hearOne(message: ToWorker): void {
    if (message.kind === 'event') this.#heard.event(message.event);
    else if (message.kind === 'signal') this.#heard.signal(message.topic, message.text);
    else if (message.kind === 'duty') {
      this.isOnDuty = true;
      this.#heard.duty();
    } else {
      this.#asked.get(message.ask)?.hear(message.value);
      this.#asked.delete(message.ask);
    }
  }
}

type Question = { [K in ToHub['kind']]: Omit<Extract<ToHub, { kind: K; ask: number }>, 'ask'> }[
  | 'enter'
  | 'visitors'
  | 'hit'];
