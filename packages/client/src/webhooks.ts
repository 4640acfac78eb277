/** A webhook whose signature is right; its id tells whether it came before. */
export type Webhook<T> = { readonly id: string; readonly sentAt: Date; readonly body: T };

type Fault = 'headers' | 'secret' | 'time' | 'signature';

/** A webhook that the shop did not send, or that somebody sends again. */
export class WebhookError extends Error {
  readonly reason: Fault;
  constructor(reason: Fault) {
    super(`the webhook is refused: ${reason}`);
    this.name = 'WebhookError';
    this.reason = reason;
  }
}

type Received = {
  /** The body exactly as it came: parsing and writing it anew changes its bytes. */
  readonly body: string;
  /** By names in any case: some platforms keep them as they came. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly secret: string;
  /** How far the sender's clock may be off; five minutes if absent. */
  readonly toleranceS?: number;
  readonly now?: Date;
};

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Checks a webhook by the Standard Webhooks specification. Refuses it (`WebhookError`). */
export async function verifyWebhook<T>(received: Received): Promise<Webhook<T>> {
  const { body, headers, secret, toleranceS = 300, now = new Date() } = received;
  const header = (name: string): string => {
    const value =
      headers instanceof Headers
        ? headers.get(name)
        : Object.entries(headers).find(([written]) => written.toLowerCase() === name)?.[1];
    if (typeof value !== 'string' || value === '') throw new WebhookError('headers');
    return value;
  };
  const [id, timestamp, signatures] = [
    header('webhook-id'),
    header('webhook-timestamp'),
    header('webhook-signature'),
  ];
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now.getTime() / 1_000 - seconds) <= toleranceS)) throw new WebhookError('time');
  const key = await importKey(secret);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const one of signatures.split(' ')) {
    const [version, signature = ''] = one.split(',', 2);
    // Compared by the platform, in a time that says nothing of where it differs.
    if (version === 'v1' && (await isSignedBy(key, signature, signed)))
      return { id, sentAt: new Date(seconds * 1_000), body: JSON.parse(body) as T };
  }
  throw new WebhookError('signature');
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

async function importKey(secret: string): Promise<Key> {
  try {
    const bytes = bytesOf(secret.replace(/^whsec_/, ''));
    return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  } catch {
    throw new WebhookError('secret');
  }
}

async function isSignedBy(key: Key, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    return await crypto.subtle.verify('HMAC', key, bytesOf(signature), signed);
  } catch {
    return false;
  }
}
