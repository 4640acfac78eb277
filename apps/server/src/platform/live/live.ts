import type { LiveEventName, LiveEvents } from '@portside/contract';

/** For everybody, or for one user's own streams. */
export type Publication = {
  [Name in LiveEventName]: {
    readonly to: 'everybody' | bigint;
    readonly name: Name;
    readonly data: LiveEvents[Name];
  };
}[LiveEventName];

type Viewer = {
  readonly userId: bigint | null;
  readonly visitorId: string;
  send(publication: Publication): void;
};

/** Open streams of this process, and who watches: the presence that the home page counts. */
export class Live {
  readonly #viewers = new Set<Viewer>();
  #onPresence: () => void = () => undefined;

  publish(publication: Publication): void {
    for (const viewer of this.#viewers) {
      if (publication.to === 'everybody' || publication.to === viewer.userId) viewer.send(publication);
    }
  }

  /** Returns how to leave. */
  join(viewer: Viewer): () => void {
    this.#viewers.add(viewer);
    this.#onPresence();
    return () => {
      if (this.#viewers.delete(viewer)) this.#onPresence();
    };
  }

  /** Distinct visitors: three tabs of one browser are one person. */
  countVisitors(): number {
    return new Set([...this.#viewers].map((viewer) => viewer.visitorId)).size;
  }

  onPresence(listener: () => void): void {
    this.#onPresence = listener;
  }
}
