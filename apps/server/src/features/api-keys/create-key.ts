import {
  MOST_API_KEYS,
  parseMicro,
  type ApiKeyKind,
  type Data,
  type Input,
  type Protocol,
} from '@portside/contract';
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
import { hashToken } from '../../platform/tokens.ts';
import { requireOwnPassword } from '../sessions/index.ts';
import { notify, type Told } from '../notices/index.ts';
import { readSetting } from '../settings/index.ts';
import { countActive, findKeys, readRight, sealKeySecret, type ApiKeyRow } from './api-keys.sql.ts';
import { isWithin } from '../../platform/ip-address.ts';
import { actionsOfScope } from './authenticate-key.ts';
import { hintOf, newKey } from './key-text.ts';
import { presentDetails, presentKey } from './manage-keys.ts';

/**
 * Makes a key for the caller, who is told by e-mail. Refuses a wrong password (oldPasswordWrong), an end that has passed
 * (invalidFormat), a user who may not have keys (apiKeysOff), a protocol that the shop does not speak (parameterError)
 * and the eleventh active one (tooManyApiKeys).
 */
export async function createApiKey(ctx: Ctx, { body }: Input<'createApiKey'>): Promise<Data<'createApiKey'>> {
  const { id: userId } = await requireOwnPassword(ctx, body.password);
  return inTransaction(ctx, async (step) => {
    if (!(await readRight(step.db, userId)).isAllowed) refuse('apiKeysOff');
    const { protocol = null } = body;
    if (protocol !== null && !(await readSetting(step.db, 'protocolsOn')).includes(protocol))
      refuseField('parameterError', 'protocol', 'wrong');
    const { row, secret, callbackSecret } = await insertKey(step, {
      ...body,
      userId,
      kind: 'buyer',
      protocol,
      spendADayMicro: body.spend_a_day === undefined ? null : parseMicro(body.spend_a_day),
    });
    return { ...presentKey(row, step.clock.now()), secret, callback_secret: callbackSecret };
  });
}

/**
 * Makes a key for a program of the shop, which acts as the caller within its scopes. Refuses scopes whose permissions the
 * caller does not have (noPermission), ranges that name no network in particular, and for stock a key without products
 * and lines (invalidFormat).
 */
export async function createOperatorKey(
  ctx: Ctx,
  { body }: Input<'createOperatorKey'>,
): Promise<Data<'createOperatorKey'>> {
  const { userId, actions } = requireUser(ctx.actor);
  const missing = body.scopes.flatMap(actionsOfScope).find((action) => !actions.has(action));
  if (missing !== undefined) refuse('noPermission', missing);
  const isForStock = body.scopes.includes('stock:import');
  if (isForStock && body.goods_ids.length === 0) refuseField('invalidFormat', 'goods_ids', 'few', 1);
  if (body.ranges.some(isTooWide)) refuseField('invalidFormat', 'ranges', 'wrong');
  if (isForStock && body.lines_a_day === undefined) refuseField('invalidFormat', 'lines_a_day', 'missing');
  return inTransaction(ctx, async (step) => {
    const { row, secret } = await insertKey(step, {
      ...body,
      userId,
      kind: 'operator',
      spendADayMicro: null,
      goodsIds: body.goods_ids.map(BigInt),
      linesADay: body.lines_a_day ?? null,
    });
    const [listed] = await findKeys(step.db, { id: row.id }, step.clock.now(), 1);
    return { ...presentDetails(listed!, step.clock.now()), secret };
  });
}

const SHORTEST_PREFIX = { 4: 8, 6: 16 } as const;
/** Of an IPv4 address in IPv6, before its own. */
const MAPPED_BITS = 96;

/** Wider than what any network has, such as all addresses; also all of IPv4, mapped into IPv6. */
function isTooWide(range: string): boolean {
  const [address = '', prefix] = range.split('/');
  if (prefix === undefined) return false;
  const bits = Number(prefix);
  if (isIP(address) === 4) return bits < SHORTEST_PREFIX[4];
  const hasMapped = isWithin([`${address}/${Math.min(bits, MAPPED_BITS)}`], '::ffff:192.0.2.1');
  return bits < (hasMapped ? MAPPED_BITS + SHORTEST_PREFIX[4] : SHORTEST_PREFIX[6]);
}

type NewKey = {
  readonly userId: bigint;
  readonly kind: ApiKeyKind;
  readonly protocol?: Protocol | null;
  readonly name: string;
  readonly scopes: ApiKeyRow['scopes'];
  readonly ranges: readonly string[];
  readonly ends_at?: string | undefined;
  readonly spendADayMicro: bigint | null;
  readonly goodsIds?: readonly bigint[];
  readonly linesADay?: number | null;
};

const CALLBACK_SECRET_BYTES = 32;

type MadeKey = { readonly row: ApiKeyRow; readonly secret: string; readonly callbackSecret: string | null };

async function insertKey(ctx: Ctx, wanted: NewKey): Promise<MadeKey> {
  const { db, clock } = ctx;
  const { userId, kind, protocol = null, name, goodsIds = [], linesADay = null, spendADayMicro } = wanted;
  const now = clock.now();
  const endsAt = wanted.ends_at === undefined ? null : new Date(wanted.ends_at);
  if (endsAt !== null && endsAt <= now) refuseField('invalidFormat', 'ends_at', 'small');
  if ((await countActive(db, userId, kind, now)) >= MOST_API_KEYS) refuse('tooManyApiKeys');
  const secret = newKey(ctx, protocol);
  const scopes = [...new Set(wanted.scopes)];
  const ranges = [...new Set(wanted.ranges)];
  const row = await db
    .insertInto('api_keys')
    .values({
      user_id: userId,
      kind,
      protocol,
      name,
      key_hash: hashToken(secret),
      hint: hintOf(secret),
      scopes,
      ranges,
      spend_a_day_micro: spendADayMicro,
      goods_ids: [...new Set(goodsIds)],
      lines_a_day: linesADay,
      created_at: now,
      ends_at: endsAt,
    })
    .returning([
      'id',
      'user_id',
      'kind',
      'protocol',
      'name',
      'hint',
      'scopes',
      'ranges',
      'spend_a_day_micro',
      'goods_ids',
      'lines_a_day',
      'created_at',
      'ends_at',
      'revoked_at',
      'last_used_at',
      'last_address',
    ])
    .executeTakeFirstOrThrow();
  // The others bring their key along; here the key signs, and a hash of it could check nothing.
  if (protocol === 'dujiao-next') await sealKeySecret(ctx, row.id, secret);
  const callbackSecret = placesOrders(row) ? newCallbackSecret() : null;
  if (callbackSecret !== null) await sealKeySecret(ctx, row.id, callbackSecret);
  await notify(ctx, { userId, event: 'apiKeyMade', reference: row.id });
  await recordAudit(ctx, {
    action: 'apiKey.create',
    subject: `apiKey:${row.id}`,
    after: { kind, protocol, name, scopes, ranges, ends_at: endsAt?.toISOString() ?? null },
  });
  return { row, secret, callbackSecret };
}

const placesOrders = ({ protocol, scopes }: ApiKeyRow): boolean =>
  protocol === null && scopes.includes('orders:place');

/** In the form of Standard Webhooks. */
const newCallbackSecret = (): string => `whsec_${randomBytes(CALLBACK_SECRET_BYTES).toString('base64')}`;

/** What tells a user of a key; null where it is gone. */
export async function readApiKeyMade({ db, clock }: Ctx, keyId: bigint): Promise<Told | null> {
  const [key] = await findKeys(db, { id: keyId }, clock.now(), 1);
  if (!key) return null;
  const path = key.kind === 'buyer' ? '/client/personal-information' : '/admin/user';
  return { userId: key.user_id, event: 'apiKeyMade', facts: { name: key.name }, path };
}
