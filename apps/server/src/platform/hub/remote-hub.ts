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

/** A worker's end of its line to the hub, which is in the primary. */
export class RemoteHub implements HubLink {
  readonly #heard = new Listeners();
  readonly #out: Batches<ToHub>;
  readonly #asked = new Map<number, (answer: Answer) => void>();
  #asks = 0;
  isOnDuty = false;

  constructor(send: SendBatch<ToHub>, onStuck: () => void) {
    this.#out = new Batches(send, onStuck);
  }

  hear(batch: readonly ToWorker[]): void {
    batch.forEach((message) => this.#hearOne(message));
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
    return new Promise((resolve) => {
      this.#asked.set(ask, (answer) => {
        atOnce(answer);
        resolve(answer);
      });
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
      this.#asked.get(message.ask)?.(message.value);
      this.#asked.delete(message.ask);
    }
  }
}

type Question = { [K in ToHub['kind']]: Omit<Extract<ToHub, { kind: K; ask: number }>, 'ask'> }[
  | 'enter'
  | 'visitors'
  | 'hit'];
