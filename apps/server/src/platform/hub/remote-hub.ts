import { BatchSender, type SendBatch } from './batch-sender.ts';
import type {
  HubLink,
  HubListener,
  NumberedEvent,
  OpenStream,
  PostedEvent,
  HitCount,
  StreamEntry,
} from './hub-link.ts';
import { HubListeners } from './hub-listeners.ts';
import type { HubReply, ToHub, ToWorker } from './messages.ts';

type PendingCall = { receive(answer: HubReply): void; fail(error: Error): void };

const PRIMARY_GONE = 'the primary process has died';

/** A worker's end of its connection to the hub in the primary. */
export class RemoteHub implements HubLink {
  readonly #listeners = new HubListeners();
  readonly #out: BatchSender<ToHub>;
  readonly #pending = new Map<number, PendingCall>();
  #nextCallId = 0;
  #isDisconnected = false;
  isOnDuty = false;

  constructor(send: SendBatch<ToHub>, onStuck: () => void) {
    this.#out = new BatchSender(send, onStuck);
  }

  receive(batch: readonly ToWorker[]): void {
    batch.forEach((message) => this.#receiveOne(message));
  }

  /** The primary is gone: pending calls fail, and so do all later ones. */
  disconnect(): void {
    this.#isDisconnected = true;
    for (const { fail } of this.#pending.values()) fail(new Error(PRIMARY_GONE));
    this.#pending.clear();
  }

  listen(listener: Partial<HubListener>): void {
    this.#listeners.add(listener);
  }

  publish(event: PostedEvent): void {
    this.#out.add({ kind: 'publish', event });
  }

  signal(topic: string, text: string): void {
    this.#out.add({ kind: 'signal', topic, text });
  }

  async enter(stream: OpenStream, onEntered: () => void): Promise<StreamEntry | null> {
    const entered = this.#nextCallId;
    const answer = this.#call({ kind: 'enter', stream }, (value) => {
      if (value !== null) onEntered();
    });
    const missed = (await answer) as readonly NumberedEvent[] | null;
    return missed && { missed, leave: () => this.#out.add({ kind: 'leave', entered }) };
  }

  async countVisitors(): Promise<number> {
    return (await this.#call({ kind: 'visitors' })) as number;
  }

  async hit(key: string, windowMs: number): Promise<HitCount> {
    return (await this.#call({ kind: 'hit', key, windowMs })) as HitCount;
  }

  /** `onReply` runs before any message that was sent after the reply is handled. */
  #call(question: HubCall, onReply: (answer: HubReply) => void = () => undefined): Promise<HubReply> {
    const callId = this.#nextCallId;
    this.#nextCallId += 1;
    return new Promise((resolve, reject) => {
      if (this.#isDisconnected) throw new Error(PRIMARY_GONE);
      const receive = (answer: HubReply): void => {
        onReply(answer);
        resolve(answer);
      };
      this.#pending.set(callId, { receive, fail: reject });
      this.#out.add({ ...question, callId });
    });
  }

  #receiveOne(message: ToWorker): void {
    if (message.kind === 'event') this.#listeners.event(message.event);
    else if (message.kind === 'signal') this.#listeners.signal(message.topic, message.text);
    else if (message.kind === 'duty') {
      this.isOnDuty = true;
      this.#listeners.duty();
    } else {
      this.#pending.get(message.callId)?.receive(message.value);
      this.#pending.delete(message.callId);
    }
  }
}

type HubCall = { [K in ToHub['kind']]: Omit<Extract<ToHub, { kind: K; callId: number }>, 'callId'> }[
  | 'enter'
  | 'visitors'
  | 'hit'];
