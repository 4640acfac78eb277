import type { Db } from '../../platform/db/db.ts';
import { findSignedIn, type SignedInRow } from './sessions.sql.ts';
import { hashToken } from './tokens.ts';

type Lookup = {
  readonly resolve: (row: SignedInRow | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Looks up the sessions of all calls that arrive in one turn of the event loop, or while the query before is under way,
 * in one query: a query costs more than what a call does otherwise. Nothing is kept, and each query begins after the
 * calls that it serves have arrived, so a change that was committed before a call always holds for it, in every process.
 */
class SessionLookups {
  readonly #db: Db;
  #waiting = new Map<string, Lookup[]>();
  #isBusy = false;

  constructor(db: Db) {
    this.#db = db;
  }

  find(token: string): Promise<SignedInRow | undefined> {
    return new Promise((resolve, reject) => {
      const lookups = this.#waiting.get(token);
      if (lookups) lookups.push({ resolve, reject });
      else this.#waiting.set(token, [{ resolve, reject }]);
      if (this.#isBusy) return;
      this.#isBusy = true;
      setImmediate(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0) {
      const asked = [...this.#waiting];
      this.#waiting = new Map();
      try {
        const rows = await findSignedIn(
          this.#db,
          asked.map(([token]) => hashToken(token)),
        );
        asked.forEach(([, lookups], at) => lookups.forEach(({ resolve }) => resolve(rows[at])));
      } catch (error) {
        asked.forEach(([, lookups]) => lookups.forEach(({ reject }) => reject(error)));
      }
    }
    this.#isBusy = false;
  }
}

const lookupsOf = new WeakMap<Db, SessionLookups>();

/** The session of a token with its user and role, as they are now; undefined for an unknown token. */
export function lookUpSession(db: Db, token: string): Promise<SignedInRow | undefined> {
  let lookups = lookupsOf.get(db);
  if (!lookups) lookupsOf.set(db, (lookups = new SessionLookups(db)));
  return lookups.find(token);
}
