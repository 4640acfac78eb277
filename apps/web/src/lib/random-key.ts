const BYTES = 16;

/** 32 random hex digits. Not crypto.randomUUID, which browsers hide on plain http. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
