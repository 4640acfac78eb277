import { type AuditEntry, Finding } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import classes from './audit.module.css';
import type { TextKey } from '../../locales/text-key.ts';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { useFindings, usePermissionName } from '../../locales/office-wording.ts';
import { usePunctuation } from '../../locales/punctuation.ts';

/** Of a change of thousands of products, more than these nobody reads here. */
const MOST_DRAWN = 200;

/** An entry's changed fields, old value struck out; unchanged ones are collapsed. */
export function FactChanges({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('admin');
  const changes = changesOf(entry.before, entry.after);
  const isChange = entry.before !== null && entry.after !== null;
  const shown = isChange ? changes.filter(({ isChanged }) => isChanged) : changes;
  const kept = isChange ? changes.filter(({ isChanged }) => !isChanged) : [];
  if (changes.length === 0) return null;
  return (
    <section>
      <h3 className={classes.heading}>
        {t(isChange ? 'audit.changed' : entry.after === null ? 'audit.wasBefore' : 'audit.saysAfter')}
      </h3>
      {shown.length === 0 && <p className={classes.quiet}>{t('audit.nothingChanged')}</p>}
      <FactList entry={entry} changes={shown.slice(0, MOST_DRAWN)} />
      {shown.length > MOST_DRAWN && (
        <p className={classes.quiet}>{t('bulk.more', { count: shown.length - MOST_DRAWN })}</p>
      )}
      {kept.length > 0 && (
        <details className={classes.kept}>
          <summary>{t('audit.kept', { count: kept.length })}</summary>
          <FactList entry={entry} changes={kept} />
        </details>
      )}
    </section>
  );
}

function FactList({ entry, changes }: { entry: AuditEntry; changes: readonly Change[] }) {
  const { nameOf, valueOf } = useFactLabels(entry);
  const hasBoth = entry.before !== null && entry.after !== null;
  return (
    <dl className={classes.changes}>
      {changes.map(({ path, before, after, isChanged }) => {
        const list = listChange(before, after);
        const side = entry.after === null ? 'before' : 'after';
        return (
          <div key={path}>
            <dt>{nameOf(path)}</dt>
            <dd>
              {!hasBoth || !isChanged ? (
                valueOf(side, path, side === 'after' ? after : before)
              ) : (
                <>
                  {list?.removed.length !== 0 && (
                    <del>{valueOf('before', path, list ? list.removed : before)}</del>
                  )}
                  {list?.added.length !== 0 && <ins>{valueOf('after', path, list ? list.added : after)}</ins>}
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const NOTHING = '–';

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const DECIMAL = /^-?\d+(\.\d+)?$/;

const MICRO = /_?micro$/i;

const MICRO_DECIMALS = 6;

/** Fields that hold USDT amounts. */
const AMOUNTS = new Set([
  'amount',
  'former_amount',
  'balance',
  'cap',
  'recharge_minimum',
  'recharge_maximum',
  'safe_cap',
  'deposit_display_minimum',
  'refund_approval_above',
  'manual_credit_maximum',
  'opening_balance_maximum',
  'single_assignment_maximum',
  'single_assignment_daily_maximum',
  'redeem_alone_maximum',
  'redeem_maximum',
  'payout_minimum',
  'payout_approval_above',
  'balance_payout_minimum',
  'balance_payout_maximum',
  'value',
  'worth',
  'sweep_minimum',
]);

/** Facts of one of several products that were changed at once. */
const PRODUCT = /^goods:\d+$/;

/** A number that names something is written without separators. */
const ID = /(^|_)id$/;

/** Text prefix of a state, by the entry's subject. */
const STATES: Readonly<Record<string, string>> = {
  user: 'translation:users.status',
  agent: 'agents.state',
  deposit: 'deposits.state',
  proposal: 'approvals.state',
};

/** Labels of an entry's fields, and their values formatted for the reader. */
function useFactLabels({ subject, names }: AuditEntry) {
  const { t, language } = useTranslation('admin');
  const word = (key: string, fallback: string): string =>
    t(key as TextKey<'admin'>, { defaultValue: fallback });
  const permissionName = usePermissionName();
  const { pair, list } = usePunctuation();
  const wordFindings = useFindings();
  const noun = subject.split(':')[0]!;

  const subjectName = (value: string): string => {
    const [kind = '', ...id] = value.split(':');
    return pair(word(`audit.noun.${kind}`, kind), id.join(':'));
  };

  const nameOf = (path: string): string => {
    const [fact = '', ...inner] = path.split('.').toReversed();
    const [product = ''] = inner;
    if (PRODUCT.test(product)) {
      const name = names[`after.${product}`] ?? names[`before.${product}`] ?? subjectName(product);
      return pair(name, word(`bulk.field.${fact}`, word(`audit.fact.${fact}`, fact)));
    }
    const plain = fact.replaceAll('_', ' ');
    const own = word(`audit.fact.${fact}`, word(`settings.field.${fact}`, plain));
    // In multilingual texts the language is the last part of the path.
    const [outer] = inner;
    return outer && fact.length <= 5 && own === plain
      ? `${word(`audit.fact.${outer}`, outer)} (${fact})`
      : own;
  };

  const text = (fact: string, value: string): string => {
    if (value === '') return NOTHING;
    if (MICRO.test(fact) && DECIMAL.test(value)) return `${formatUsdt(fromMicro(value), language)} USDT`;
    if (AMOUNTS.has(fact) && DECIMAL.test(value)) return `${formatUsdt(value, language)} USDT`;
    if (TIME.test(value)) return formatDateTime(value, language);
    if (fact === 'on') return subjectName(value);
    if (fact === 'menus') return word(`frame.pages.${value.replace('/admin/', '')}`, value);
    if (fact === 'actions' || fact === 'action') return permissionName(value);
    if (fact === 'limit') return word(`settings.field.${value}`, value);
    if (fact === 'kind') return word(kindKey(value), value);
    if (fact === 'state' || fact === 'status') return word(`${STATES[noun]}.${value}`, value);
    return value;
  };

  const valueOf = (side: 'before' | 'after', path: string, value: unknown): string => {
    const fact = path.split('.').at(-1)!;
    const name = names[`${side}.${path}`];
    if (name !== undefined) return name;
    if (value === null || value === undefined) return NOTHING;
    if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
    if (typeof value === 'number') return ID.test(fact) ? String(value) : value.toLocaleString(language);
    if (typeof value === 'string') return text(fact, value);
    if (isFinding(value)) return wordFindings(value);
    if (Array.isArray(value)) return list(value.map((one) => valueOf(side, path, one))) || NOTHING;
    return list(Object.entries(value).map(([inner, one]) => pair(nameOf(inner), valueOf(side, inner, one))));
  };
  return { nameOf, valueOf };
}

function fromMicro(micro: string): string {
  const digits = micro.replace('-', '').padStart(MICRO_DECIMALS + 1, '0');
  const whole = `${digits.slice(0, -MICRO_DECIMALS)}.${digits.slice(-MICRO_DECIMALS)}`;
  return micro.startsWith('-') ? `-${whole}` : whole;
}

/** One field of an entry, before and after; undefined if a side does not have it. */
type Change = {
  /** Path with its parents: `terms.amount`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly isChanged: boolean;
};

/** An entry's fields before and after, in the order in which they were recorded. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, now] = [flatten(before), flatten(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return paths.map((path) => {
    const change = { path, before: old.get(path), after: now.get(path) };
    return { ...change, isChanged: JSON.stringify(change.before) !== JSON.stringify(change.after) };
  });
}

/** Items removed from and added to a list; undefined if either side is not a list of texts. */
export function listChange(
  before: unknown,
  after: unknown,
): { removed: string[]; added: string[] } | undefined {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  if (!old || !now) return undefined;
  return {
    removed: old.filter((word) => !now.includes(word)),
    added: now.filter((word) => !old.includes(word)),
  };
}

const wordsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;

function flatten(value: unknown, path = ''): Map<string, unknown> {
  if (!isFacts(value)) return path === '' ? new Map() : new Map([[path, value]]);
  const parts = Object.entries(value).flatMap(([name, one]) => [
    ...flatten(one, path === '' ? name : `${path}.${name}`),
  ]);
  return new Map(parts);
}

const isFacts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isFinding(value);

/** Whether a recorded value is a finding, which is one value and not several fields. */
const isFinding = (value: unknown): value is Finding => Finding.safeParse(value).success;

/** The admin page of an entry's subject; undefined if it has none. */
export function subjectPath(noun: string, id: string, name: string | undefined): string | undefined {
  switch (noun) {
    case 'user':
      return id ? `/admin/user?open=${id}` : '/admin/user';
    case 'agent':
      return id ? `/admin/agent?open=${id}` : '/admin/agent';
    case 'order':
      return id ? `/admin/order?open=${id}` : '/admin/order';
    case 'claim':
      // A claim is handled on its order's page.
      return name && `/admin/order?open=${name}`;
    case 'goods':
      return id ? `/admin/goods?open=${id}` : '/admin/goods';
    case 'priceList':
      // A list that is only proposed has no number yet.
      return /^\d+$/.test(id) ? `/admin/prices?tab=lists&open=${id}` : '/admin/prices?tab=lists';
    default:
      return PLACES[noun];
  }
}

const PLACES: Readonly<Record<string, string>> = {
  category: '/admin/goods?tab=categories',
  level: '/admin/prices',
  coupon: '/admin/prices?tab=coupons',
  stock: '/admin/goods?tab=stock',
  batch: '/admin/goods?tab=stock',
  item: '/admin/goods?tab=stock',
  report: '/admin/goods?tab=reports',
  role: '/admin/role',
  recharge: '/admin/recharge',
  deposit: '/admin/recharge?tab=deposits',
  network: '/admin/recharge?tab=chains',
  quarantine: '/admin/recharge?tab=chains',
  paymentMethod: '/admin/config?tab=payment',
  wallet: '/admin/config?tab=blocked',
  settings: '/admin/config',
  mail: '/admin/config?tab=mail',
  telegram: '/admin/config?tab=mail',
  brand: '/admin/config?tab=brand',
  document: '/admin/config?tab=documents',
  announcement: '/admin/config?tab=announcements',
  proposal: '/admin/dataBoard',
};

/** The key of the text for a proposal's kind. Entries of earlier versions, which no one may change, say `…Passed`. */
export const kindKey = (kind: string): string => `approvals.kind.${kind.replace(/Passed$/, 'Approved')}`;
