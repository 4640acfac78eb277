import { NativeSelect } from '@mantine/core';
import type { Birth, Survey } from '@portside/accounts/findings';
import type { AdminGoods, ImportForm } from '@portside/contract';
import { IconCalendarClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../../lib/api/permissions.ts';
import { itemsOf, query } from '../../../lib/api/query.ts';
import { todayIn } from '../../../lib/format/days.ts';
import { DAY_MS, formatDay, shownTimeZone } from '../../../lib/format/times.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { useLanguage, useTranslation } from '../../../locales/use-translation.ts';
import { Callout } from '../../../ui/messages/callout.tsx';
import type { ImportTarget } from './import-products.ts';
import stockClasses from '../stock.module.css';
import classes from './check.module.css';

type Props = {
  form: ImportForm;
  survey: Survey;
  targets: readonly ImportTarget[];
  goods: readonly AdminGoods[];
  onColumn: (column: number | null) => void;
};

/** Which value of a line says how old its account is, and how many accounts are how old by it. */
export function BornFields({ form, survey, targets, goods, onColumn }: Props) {
  const { t } = useTranslation('admin');
  const { pair } = usePunctuation();
  const names = survey.dayNames;
  if (names.length < 2) return null;
  const columns = names.map((name, index) => {
    const label = pair(String(index + 1), name.slice(0, 24));
    const seems = survey.dayColumns.includes(index);
    return { value: String(index), label: seems ? `${label} · ${t('stock.born.seems')}` : label };
  });
  return (
    <section className={classes.part}>
      <h3 className={classes.heading}>{t('stock.born.title')}</h3>
      <NativeSelect
        label={t('stock.born.column')}
        description={t('stock.born.hint')}
        data={[{ value: '', label: t('stock.born.none') }, ...columns]}
        value={form.born ? String(form.born.column) : ''}
        onChange={({ currentTarget: { value } }) => onColumn(value === '' ? null : Number(value))}
      />
      {form.born && <AgeTable births={survey.births} />}
      {form.born && <RuleWords {...{ survey, targets, goods }} />}
    </section>
  );
}

/** In days, today where the shop is. */
function agesToday(): (day: string) => number {
  const today = Date.parse(todayIn(shownTimeZone()));
  return (day) => (today - Date.parse(day)) / DAY_MS;
}

/** In days, from which on an age has a row of its own. */
const AGES = [0, 30, 90, 180, 365, 730, 1_825] as const;

const countOf = (births: readonly Birth[], isMeant: (day: string | null) => boolean): number =>
  births.reduce((sum, { day, count }) => (isMeant(day) ? sum + count : sum), 0);

/** How many accounts are how old today. */
function AgeTable({ births }: { births: readonly Birth[] }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const ageOf = agesToday();
  const figure = (value: number) => value.toLocaleString(language);
  const isBetween = (from: number, past: number) => (day: string | null) =>
    day !== null && ageOf(day) >= from && ageOf(day) < past;
  const ages = AGES.map((from, at) => {
    const next = AGES[at + 1];
    const label =
      next === undefined
        ? t('stock.born.over', { from: figure(from) })
        : t('stock.born.days', { from: figure(from), to: figure(next - 1) });
    return { label, count: countOf(births, isBetween(from, next ?? Infinity)) };
  });
  const rows = [
    ...ages,
    { label: t('stock.born.unsaid'), count: countOf(births, (day) => day === null) },
  ].filter(({ count }) => count > 0);
  const days = births.flatMap(({ day }) => day ?? []);
  return (
    <>
      {days.length > 0 && (
        <p className={classes.quiet}>
          {t('stock.born.span', {
            first: formatDay(days[0]!, language),
            last: formatDay(days.at(-1)!, language),
          })}
        </p>
      )}
      <div className={`${stockClasses.preview} ${classes.ages}`}>
        <table aria-label={t('stock.born.title')}>
          <thead>
            <tr>
              <th>{t('stock.born.age')}</th>
              <th>{t('stock.products.accounts')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, count }) => (
              <tr key={label}>
                <td>{label}</td>
                <td className="figures">{figure(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

type RuleProps = Pick<Props, 'survey' | 'targets' | 'goods'>;

/** What the products' ageing rules will do with them as soon as they are imported. */
function RuleWords({ survey: { births }, targets, goods }: RuleProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const may = useMay();
  const { data: rules = [] } = useQuery({
    ...query('listAgeingRules', {}, { isQuiet: true }),
    select: itemsOf,
    enabled: may('listAgeingRules'),
  });
  const ageOf = agesToday();
  return targets.map(({ goods: product }) => {
    const rule = rules.find((one) => one.goods_id === product.id && one.is_on);
    const due = rule ? countOf(births, (day) => day !== null && ageOf(day) >= rule.days) : 0;
    if (!rule || due === 0) return null;
    const name = goods.find(({ id }) => id === rule.to_goods_id)?.name ?? rule.to_goods_id;
    const days = rule.days.toLocaleString(language);
    return (
      <Callout key={product.id} tone="warn" icon={<IconCalendarClock size={18} />}>
        {targets.length === 1
          ? t('stock.born.rule', { number: due.toLocaleString(language), name })
          : // Whose accounts are how old is not counted by product.
            t('stock.born.ruleOfSeveral', { product: product.name, days, name })}
      </Callout>
    );
  });
}
