import type { Pool } from 'pg';
import { pino } from 'pino';
import { composeEvents } from '../../apps/server/src/compose/compose.ts';
import { LiveFiguresCache } from '../../apps/server/src/features/live/index.ts';
import { systemActor } from '../../apps/server/src/platform/actor.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import type { Ctx } from '../../apps/server/src/platform/context.ts';
import { createDb } from '../../apps/server/src/platform/db/db.ts';
import { Keyring } from '../../apps/server/src/platform/keys/keyring.ts';
import { Live } from '../../apps/server/src/platform/live.ts';
import { openTarget, type Target } from './target.ts';

/** 32 bytes each, in base64, as the configuration takes them. */
export type Keys = {
  readonly credentials: string;
  readonly fingerprint: string;
  /** Newest first, by id; absent while `credentials` is the only one. */
  readonly ring?: ReadonlyMap<string, string>;
};

/** A context for the shop's use cases on an open database. */
export function createCtx(pool: Pool, { credentials, fingerprint, ring }: Keys): Ctx {
  const live = new Live();
  const log = pino({ level: 'silent' });
  const keys = [...(ring ?? new Map([['k1', credentials]]))];
  return {
    actor: systemActor('trial'),
    db: createDb(pool),
    clock: systemClock,
    log,
    processLog: log,
    requestId: 'trial',
    address: '',
    isSandbox: false,
    language: 'en',
    events: composeEvents(new LiveFiguresCache(live)),
    live,
    keyring: new Keyring(
      new Map(keys.map(([id, key]) => [id, Buffer.from(key, 'base64')])),
      Buffer.from(fingerprint, 'base64'),
    ),
    publicUrl: 'http://localhost',
  };
}

/** Runs a step with the shop's use cases on the shop's database. */
export async function withShop<T>(target: Target, keys: Keys, step: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { pool, close } = await openTarget(target);
  try {
    return await step(createCtx(pool, keys));
  } finally {
    await close();
  }
}
