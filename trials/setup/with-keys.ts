import type { Trial } from './trial-type.ts';

/** 32 bytes in base64. */
export type Key = { readonly id: string; readonly key: string };

/** The same shop with those keys, newest first; its log shows the progress of the rotation. */
export function withKeys(trial: Trial, keys: readonly Key[]): Trial {
  const CREDENTIALS_KEYS = keys.map(({ id, key }) => `${id}:${key}`).join(',');
  return {
    ...trial,
    keys: { ...trial.keys, ring: new Map(keys.map(({ id, key }) => [id, key])) },
    start: (crashAt, more) => trial.start(crashAt, { CREDENTIALS_KEYS, LOG_LEVEL: 'info', ...more }),
  };
}
