import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import { createHash } from 'node:crypto';
import type { Network, Data, Input } from '@portside/contract';
import type { Hex } from 'viem';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { fetchText } from '../../platform/http/fetch-text.ts';
import { OutsideFailure, Refusal, refuseField } from '../../platform/refusal.ts';
import {
  deleteOtherFetches,
  findFetch,
  saveFetch,
  deleteSanctions,
  insertSanctions,
  listSanctioned,
  lockSanctions,
} from './wallets.sql.ts';
import { type SanctionsSources, parseAddressField } from './blocked-wallets.ts';

/** Some 90,000 addresses; published lists have a few hundred. */
const LIMITS = { maxBytes: 4_000_000, timeoutMs: 20_000 };
const LONGEST_PROBLEM = 300;

/**
 * Reads each sanctions list that is due: a day after the last success, an hour after a failure. One list may be spread
 * over several addresses; it is the whole of them, or nothing is changed. A list that cannot be read, or has lost more
 * than half of its addresses, leaves the one in force as it is.
 */
export async function fetchSanctions(ctx: Ctx, sources: SanctionsSources): Promise<{ more: boolean }> {
  const wanted = Object.entries(sources) as [Network, readonly string[]][];
  await deleteOtherFetches(
    ctx.db,
    wanted.map(([network]) => network),
  );
  for (const [network, urls] of wanted) if (await isDue(ctx, network)) await fetchList(ctx, network, urls);
  return { more: false };
}

async function isDue({ db, clock }: Ctx, network: Network): Promise<boolean> {
  const last = await findFetch(db, network);
  if (!last) return true;
  const waitMs = last.problem === null ? DAY_MS : HOUR_MS;
  return clock.now().getTime() - last.tried_at.getTime() >= waitMs;
}

async function fetchList(ctx: Ctx, network: Network, urls: readonly string[]): Promise<void> {
  let addresses: Hex[];
  try {
    const texts = await Promise.all(urls.map((url) => fetchText(url, LIMITS)));
    addresses = [...new Set(texts.flatMap((text) => parseSanctions(network, text)))].toSorted();
  } catch (error) {
    if (!(error instanceof OutsideFailure || error instanceof Refusal)) throw error;
    const isRefused = error instanceof Refusal;
    await recordProblem(ctx, network, error.message, isRefused);
    return;
  }
  await inTransaction(ctx, (step) => replaceBy(step, network, addresses, urls));
}

async function replaceBy(
  step: Ctx,
  network: Network,
  addresses: readonly Hex[],
  urls: readonly string[],
): Promise<void> {
  const { db, clock } = step;
  await lockSanctions(db);
  const former = await listSanctioned(db, network);
  if (addresses.length * 2 < former.length) {
    const problem = `only ${addresses.length} addresses, ${former.length} are in force`;
    await recordProblem(step, network, problem, true);
    return;
  }
  const now = clock.now();
  const sha256 = createHash('sha256').update(addresses.join('\n')).digest('hex');
  const isSame = former.length === addresses.length && former.every((one, at) => one === addresses[at]);
  const success = { problem: null, is_refused: false, tried_at: now };
  if (!isSame) {
    await deleteSanctions(db, network);
    const note = [...new Set(urls.map((url) => new URL(url).host))].join(', ').slice(0, 200);
    await insertSanctions(db, { network, note, addresses, now });
  }
  await saveFetch(db, network, { ...success, fetched_at: now, sha256, listed: addresses.length });
  step.log.info({ network, listed: addresses.length, sha256, isSame }, 'sanctions list read');
  if (isSame) return;
  const before = { listed: former.length };
  const after = { listed: addresses.length, sha256, addresses: urls.map((url) => new URL(url).host) };
  await recordAudit(step, { action: 'wallet.sanctions', subject: `network:${network}`, before, after });
}

async function recordProblem(ctx: Ctx, network: Network, problem: string, isRefused: boolean): Promise<void> {
  const { db, clock, log } = ctx;
  log.warn({ network, problem }, 'sanctions list not read');
  const told = problem.slice(0, LONGEST_PROBLEM);
  await saveFetch(db, network, { tried_at: clock.now(), problem: told, is_refused: isRefused });
}

/**
 * The addresses of a sanctions list, each once. One address per line; anything after white space, a comma or a
 * semicolon is ignored, and so are empty lines and lines that begin with #. Refuses the whole text for one invalid
 * address or without any (invalidFormat).
 */
function parseSanctions(network: Network, text: string): Hex[] {
  const words = text.split(/\r?\n/).map((line) => line.trim().split(/[\s,;]/)[0]!);
  const listed = words.filter((word) => word !== '' && !word.startsWith('#'));
  const addresses = [...new Set(listed.map((word) => parseAddressField(network, word, 'text')))];
  if (addresses.length === 0) refuseField('invalidFormat', 'text', 'missing');
  return addresses;
}

/** Replaces a network's sanctions list by a text that `parseSanctions` reads, as a whole or not at all. */
export async function replaceSanctions(
  ctx: Ctx,
  { body }: Input<'replaceSanctions'>,
): Promise<Data<'replaceSanctions'>> {
  const { type: network, note } = body;
  const addresses = parseSanctions(network, body.text);
  await inTransaction(ctx, async (step) => {
    await lockSanctions(step.db);
    const before = { listed: await deleteSanctions(step.db, network) };
    await insertSanctions(step.db, { network, note, addresses, now: step.clock.now() });
    const after = { listed: addresses.length, note };
    await recordAudit(step, { action: 'wallet.sanctions', subject: `network:${network}`, before, after });
  });
  return { listed: addresses.length };
}
