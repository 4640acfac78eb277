import { randomBytes } from 'node:crypto';
import { refuseField, Refusal, refuse } from '../../../platform/refusal.ts';
import { foldName, type UserRow } from '../users.sql.ts';
import { addressBlock } from '../../../platform/ip-address.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { countAttempt, clearAttempts, MAX_ATTEMPTS } from './sign-in-attempts.ts';
import { loadSettings } from '../../settings/index.ts';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { HashAnswer, HashTask, Numbered } from './hash-thread.ts';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 11 ms each. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const BUYER_MINIMUM = 6;
const ADMIN_MINIMUM = 12;

type PasswordOwner = {
  readonly isAdmin: boolean;
  /** Names that everybody can guess: the user's own, the shop's. */
  readonly names?: readonly string[];
};

/**
 * Refuses a password that is too short (invalidFormat below 6 characters, 12 for admins), or common, or one of the
 * names with nothing but digits and marks around it (passwordTooCommon).
 */
export function refuseWeakPassword(password: string, { isAdmin, names = [] }: PasswordOwner): void {
  const minimum = isAdmin ? ADMIN_MINIMUM : BUYER_MINIMUM;
  if (password.length < minimum) refuseField('invalidFormat', 'password', 'short', minimum);
  if (isCommonPassword(password) || names.some((name) => isNameWithFiller(password, name)))
    refuseField('passwordTooCommon', 'password', 'wrong');
}

/** "Portside2026!" is the shop's name; what is left of both is compared without case and spaces. */
function isNameWithFiller(password: string, name: string): boolean {
  const core = (text: string): string => foldName(text).replace(/[^\p{L}]/gu, '');
  const [whole, bare] = [foldName(name), core(name)];
  return foldName(password) === whole || (bare !== '' && core(password) === bare);
}

/** Hashes a new password, byte for byte as given. Refuses a weak one, and (serverBusy) when too many wait. */
export async function hashNewPassword(password: string, owner: PasswordOwner): Promise<string> {
  refuseWeakPassword(password, owner);
  return inHashQueue(() => hash(password));
}

/** Hashes a password that was just verified, at today's cost. Refuses (serverBusy) when too many wait. */
const hashAgain = (password: string): Promise<string> => inHashQueue(() => hash(password));

/** Whether a stored hash costs less to try than today's. */
function isWeakerHash(passwordHash: string): boolean {
  const [, memory, time, lanes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(passwordHash) ?? [];
  if (memory === undefined) return true;
  return Number(memory) < COST.memoryCost || Number(time) < COST.timeCost || Number(lanes) < COST.parallelism;
}

/** Verified in place of a user who does not exist: nobody knows its password, and it takes the same work. */
let decoyHash: Promise<string> | undefined;

const hash = (password: string | Buffer): Promise<string> =>
  computeHash({ kind: 'hash', password, cost: COST }) as Promise<string>;

/**
 * Whether the password matches. Does the same work for an unknown user (undefined), so that time reveals nothing. For
 * callers inside `inHashQueue`.
 */
export async function verifyInPlace(
  passwordHash: string | undefined,
  password: string,
  compute = computeHash,
): Promise<boolean> {
  const known = passwordHash ?? (await (decoyHash ??= hash(randomBytes(32))));
  return (await compute({ kind: 'verify', passwordHash: known, password })) as boolean;
}

type SignInAttempt = {
  readonly username: string;
  readonly password: string;
  readonly address: string;
};

/**
 * Whether it is the user's password, at a sign-in; for an undefined user it takes the same time. Refuses the eleventh
 * wrong attempt with a username from an address within 15 minutes (tooManyTries). Counting by both keeps strangers from
 * locking a user out. A right password alone does not end the count of a sign-in that still needs a code. Refuses
 * (serverBusy) without counting when too many passwords wait to be checked.
 */
export async function checkPassword(
  { db, clock }: Ctx,
  user: UserRow | undefined,
  { username, password, address }: SignInAttempt,
): Promise<boolean> {
  const key = { usernameKey: foldName(username), address: addressBlock(address) };
  return inHashQueue(async () => {
    if ((await countAttempt(db, key, clock.now())) > MAX_ATTEMPTS) refuse('tooManyTries', 'sign-in');
    return verifyInPlace(user?.password_hash, password);
  });
}

/**
 * Whether it is the password of a user who is signed in; the caller counts the attempt. Refuses (serverBusy) when too
 * many passwords wait to be checked.
 */
export const isPasswordOf = (user: UserRow, password: string): Promise<boolean> =>
  inHashQueue(() => verifyInPlace(user.password_hash, password));

/** Forgets the wrong attempts from that address, once the user has signed in. */
export const clearSignInAttempts = (
  { db }: Pick<Ctx, 'db'>,
  { username, address }: Pick<SignInAttempt, 'username' | 'address'>,
): Promise<void> => clearAttempts(db, { usernameKey: foldName(username), address: addressBlock(address) });

/**
 * Rehashes the password if it was hashed at a lower cost than today's, unless it was changed meanwhile. Left to
 * a later sign-in when too many passwords wait to be hashed.
 */
export async function rehashIfWeaker(db: Db, user: UserRow, password: string): Promise<void> {
  if (!isWeakerHash(user.password_hash)) return;
  const hash = await hashAgain(password).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (hash === null) return;
  await db
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .execute();
}

/**
 * Sets a password (from `hashNewPassword`) and announces `credentialsChanged`. One that someone else has chosen must be
 * changed at the first sign-in.
 */
export async function replacePassword(
  ctx: Ctx,
  userId: bigint,
  passwordHash: string,
  { mustChange = false }: { readonly mustChange?: boolean } = {},
): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ password_hash: passwordHash, must_change_password: mustChange })
    .where('id', '=', userId)
    .execute();
  await ctx.events.announce(ctx, 'credentialsChanged', { userId });
}

/** Names that a password must not be made of: the user's own, its e-mail address, and the shop's. */
export async function guessableNames(db: Db, username: string, email: string): Promise<string[]> {
  const { siteName } = await loadSettings(db);
  return [username, email, email.split('@')[0]!, siteName];
}

/** Words that people use as passwords; those of the second list also with common suffixes. */
const [plain = '', extended = ''] = readFileSync(
  new URL('./common-passwords.txt', import.meta.url),
  'utf8',
).split('----');

const ENDINGS = ['', '!', '01', '1', '11', '12', '123', '1234', '12345', '2', '13', '69'];

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const common = new Set([
  ...words(plain),
  ...words(extended).flatMap((word) => ENDINGS.map((ending) => word + ending)),
]);

/** Whether it is one of the few thousand passwords that attackers try first, in any letter case. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());

/** One processor stays free for everything else. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/**
 * More tasks would wait longer than two seconds on a busy machine, so they are refused instead. The limit also bounds
 * memory and the load on the database during a rush.
 */
export const MOST_WAITING = 64;

type Waiting = {
  readonly task: HashTask;
  readonly settle: (answer: HashAnswer) => void;
};

/**
 * Threads of our own for passwords. In libuv's pool four hashes hold up every read of a file, so that sixty sign-ins
 * stop the pages. A thread is started with its first task, keeps the process alive only while it works, and is
 * replaced after a crash, which fails its task only.
 */
class HashThreads {
  readonly #waiting: Waiting[] = [];
  readonly #idle: Worker[] = [];
  #started = 0;
  #lastId = 0;

  run(task: HashTask): Promise<string | boolean> {
    return new Promise((resolve, reject) => {
      const settle = (answer: HashAnswer): void =>
        'error' in answer ? reject(new Error(`argon2: ${answer.error}`)) : resolve(answer.result);
      this.#waiting.push({ task, settle });
      const worker = this.#idle.pop() ?? (this.#started < THREADS ? this.#start() : undefined);
      if (worker) this.#next(worker);
    });
  }

  #start(): Worker {
    this.#started += 1;
    return new Worker(new URL('./hash-thread.ts', import.meta.url));
  }

  #next(worker: Worker): void {
    const next = this.#waiting.shift();
    if (!next) {
      worker.unref();
      this.#idle.push(worker);
      return;
    }
    const finish = (answer: HashAnswer): void => {
      worker.off('message', onAnswer).off('error', onCrash);
      next.settle(answer);
    };
    const id = ++this.#lastId;
    // Node may send messages of its own, as `node --watch` does: none of them is the answer to a password.
    const onAnswer = (answer: Partial<Numbered<HashAnswer>>): void => {
      if (answer.id !== id || answer.of === undefined) return;
      finish(answer.of);
      this.#next(worker);
    };
    const onCrash = (error: Error): void => {
      finish({ error: error.message });
      this.#started -= 1;
      if (this.#waiting.length > 0) this.#next(this.#start());
    };
    worker.on('message', onAnswer).once('error', onCrash);
    worker.ref();
    worker.postMessage({ id, of: next.task } satisfies Numbered<HashTask>);
  }
}

const threads = new HashThreads();
let inside = 0;

/** Computes on a thread of its own, after all that were asked for before; for those who have a place already. */
export const computeHash = (task: HashTask): Promise<string | boolean> => threads.run(task);

/**
 * Does the step in a place of the queue for password hashes. Refuses (serverBusy) when all places are taken, before
 * anything of the step is done: nothing is counted against a caller who is asked to try again later.
 */
export async function inHashQueue<T>(step: () => Promise<T>): Promise<T> {
  if (inside >= MOST_WAITING) refuse('serverBusy', 'password hashes');
  inside += 1;
  try {
    return await step();
  } finally {
    inside -= 1;
  }
}
