import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;
export const FINGERPRINT_BYTES = 16;

export type Sealed = { readonly keyId: string; readonly sealed: Buffer };

/**
 * Encrypts stock at rest (AES-256-GCM, random 96-bit IV; layout: IV, tag, ciphertext) and fingerprints
 * it for finding duplicates. The newest key seals, older ones still open; the fingerprint key never rotates.
 */
export class Keyring {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #newest: string;
  readonly #fingerprintKey: Buffer;

  /** `keys` newest first, 32 bytes each; `fingerprintKey` 32 bytes or more. */
  constructor(keys: ReadonlyMap<string, Buffer>, fingerprintKey: Buffer) {
    const [newest] = keys.keys();
    if (newest === undefined) throw new Error('the keyring needs a key');
    this.#keys = keys;
    this.#newest = newest;
    this.#fingerprintKey = fingerprintKey;
  }

  get newestKeyId(): string {
    return this.#newest;
  }

  /** `place` (item and goods) is authenticated too: a sealed text opens only where it was put. */
  seal(text: string, place: string): Sealed {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key(this.#newest), iv);
    cipher.setAAD(Buffer.from(place));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return { keyId: this.#newest, sealed: Buffer.concat([iv, cipher.getAuthTag(), body]) };
  }

  /** Throws when the key is unknown or the text was changed or moved. */
  open({ keyId, sealed }: Sealed, place: string): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key(keyId), sealed.subarray(0, IV_BYTES));
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  /** 16 bytes: 2⁶⁴ items before two are likely to share one. */
  fingerprint(text: string): Buffer {
    return createHmac('sha256', this.#fingerprintKey).update(text).digest().subarray(0, FINGERPRINT_BYTES);
  }

  #key(id: string): Buffer {
    const key = this.#keys.get(id);
    if (!key) throw new Error(`no credentials key with id ${id}`);
    return key;
  }
}
