/** The part of a service worker's scope that is used here: the compiler knows either pages or workers. */

type LaterEvent = Event & { waitUntil(work: Promise<unknown>): void };
export type RequestEvent = LaterEvent & {
  readonly request: Request;
  /** Sent by the browser while the worker starts; undefined where it sends none. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
type PageMessageEvent = LaterEvent & { readonly data: unknown };

type Events = {
  readonly install: LaterEvent;
  readonly activate: LaterEvent;
  readonly fetch: RequestEvent;
  readonly message: PageMessageEvent;
};

export type WorkerScope = {
  readonly caches: CacheStorage;
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  fetch(request: Request | string): Promise<Response>;
  addEventListener<N extends keyof Events>(name: N, listener: (event: Events[N]) => void): void;
};
