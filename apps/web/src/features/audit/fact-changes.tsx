import type { AuditEntry } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import classes from './audit.module.css';
import { changesOf, listChange, type Change, isFinding } from './changes.ts';
import type { TextKey } from '../../locales/text-key.ts';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { useFindings, usePermissionName } from '../../locales/office-wording.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { kindKey } from './subject-path.ts';

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
      <FactList entry={entry} changes={shown} />
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
  'sweep_minimum',
]);

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

  const nameOf = (path: string): string => {
    const [fact = '', ...inner] = path.split('.').toReversed();
    const plain = fact.replaceAll('_', ' ');
    const own = word(`audit.fact.${fact}`, word(`settings.field.${fact}`, plain));
    // In multilingual texts the language is the last part of the path.
    const [outer] = inner;
    return outer && fact.length <= 5 && own === plain
      ? `${word(`audit.fact.${outer}`, outer)} (${fact})`
      : own;
  };

  const subjectName = (value: string): string => {
    const [kind = '', ...id] = value.split(':');
    return pair(word(`audit.noun.${kind}`, kind), id.join(':'));
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
