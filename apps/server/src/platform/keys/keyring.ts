import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  randomFillSync,
  type KeyObject,
} from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = IV_BYTES + TAG_BYTES;
const FINGERPRINT_BYTES = 16;
const CHECK_BYTES = 16;

export type Sealed = { readonly keyId: string; readonly sealed: Buffer };

const MARK_BYTES = 8;
/** Reused: reading a number out of text takes as long as the hash. */
const markBits = new DataView(new ArrayBuffer(MARK_BYTES));

/** IVs are drawn in bulk: drawing one at a time costs as much as encrypting a line. */
const ivs = Buffer.alloc(256 * IV_BYTES);
let nextIv = ivs.length;

/**
 * Encrypts stock at rest (AES-256-GCM, random 96-bit IV; layout: IV, tag, ciphertext) and fingerprints
 * it to find duplicates. The newest key seals, older ones only open; the fingerprint key never rotates.
 */
export class Keyring {
  // Key objects: converting bytes at every call would take longer than the encryption.
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #newest: string;
  readonly #fingerprintKey: KeyObject;
  /** As text, of the length of a block. */
  readonly #markKey: string;

  /** `keys` newest first, 32 bytes each; `fingerprintKey` 32 bytes or more. */
  constructor(keys: ReadonlyMap<string, Buffer>, fingerprintKey: Buffer) {
    const [newest] = keys.keys();
    if (newest === undefined) throw new Error('the keyring needs a key');
    this.#keys = new Map([...keys].map(([id, key]) => [id, createSecretKey(key)]));
    this.#newest = newest;
    this.#fingerprintKey = createSecretKey(fingerprintKey);
    this.#markKey = this.derive('marks', '').toString('hex');
  }

  get newestKeyId(): string {
    return this.#newest;
  }

  /** Newest first. */
  get keyIds(): string[] {
    return [...this.#keys.keys()];
  }

  /**
   * `associatedData` (item and goods, for instance) is authenticated too: a sealed text opens only where it was sealed.
   */
  seal(text: string, associatedData: string): Sealed {
    if (nextIv === ivs.length) {
      randomFillSync(ivs);
      nextIv = 0;
    }
    const iv = ivs.subarray(nextIv, (nextIv += IV_BYTES));
    const cipher = createCipheriv('aes-256-gcm', this.#key(this.#newest), iv);
    cipher.setAAD(Buffer.from(associatedData));
    const body = cipher.update(text, 'utf8');
    cipher.final();
    const sealed = Buffer.allocUnsafe(HEAD_BYTES + body.length);
    sealed.set(iv, 0);
    sealed.set(cipher.getAuthTag(), IV_BYTES);
    sealed.set(body, HEAD_BYTES);
    return { keyId: this.#newest, sealed };
  }

  /** Throws if the key is unknown, or the text was changed or moved. */
  open({ keyId, sealed }: Sealed, associatedData: string): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key(keyId), sealed.subarray(0, IV_BYTES));
    decipher.setAAD(Buffer.from(associatedData));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, HEAD_BYTES));
    return decipher.update(sealed.subarray(HEAD_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  /** 16 bytes: collisions become likely at 2⁶⁴ items. */
  fingerprint(text: string): Buffer {
    return createHmac('sha256', this.#fingerprintKey).update(text).digest().subarray(0, FINGERPRINT_BYTES);
  }

  /** 32 bytes that only a holder of the fingerprint key can compute, and that no fingerprint contains. */
  derive(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.#fingerprintKey).update(`\0${purpose}\0${text}`).digest();
  }

  /**
   * 64 bits that only a holder of the fingerprint key can compute; never 0. SHA-256 with the key before the text, as a
   * quarter of it is shown: nobody can extend that, and it takes a fifth of an HMAC's time, twice for each line.
   */
  mark(purpose: string, text: string): bigint {
    const digest = hash('sha256', `${this.#markKey}${purpose}\0${text}`, 'binary');
    for (let at = 0; at < MARK_BYTES; at += 1) markBits.setUint8(at, digest.charCodeAt(at));
    return markBits.getBigInt64(0) || 1n;
  }

  /** 16 bytes that only this fingerprint key makes. */
  get fingerprintCheck(): Buffer {
    return this.derive('check value', '').subarray(0, CHECK_BYTES);
  }

  /** 16 bytes that only this key makes, from which nothing else can be learned. */
  checkValue(keyId: string): Buffer {
    return createHmac('sha256', this.#key(keyId)).update('check value').digest().subarray(0, CHECK_BYTES);
  }

  #key(id: string): KeyObject {
    const key = this.#keys.get(id);
    if (!key) throw new Error(`no credentials key with id ${id}`);
    return key;
  }
}
