import { NativeSelect, Select } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import classes from './data-table.module.css';
import { DayRangeField } from '../fields/day-range-field.tsx';
import { SearchField } from '../fields/search-field.tsx';
import type { TableControls } from './table-address.ts';

type Field<F extends string> = { controls: TableControls<F>; name: F; label: string };

type TextField<F extends string> = Field<F> & Pick<ComponentProps<typeof SearchField>, 'clean' | 'problemOf'>;

/** Filters by a text, after a short pause in typing. */
export function TextFilter<F extends string>({ controls, name, label, ...reading }: TextField<F>) {
  const { t } = useTranslation('admin');
  return (
    <SearchField
      label={label}
      clearLabel={t('table.reset')}
      value={controls.address.filters[name]}
      onSearch={(text) => controls.filter(only(name, text))}
      {...reading}
    />
  );
}

type Options = readonly { readonly value: string; readonly label: string }[];
type Choice<F extends string> = Field<F> & { options: Options };

/** With what the address asks for, by its number where it is not on offer: deleted, or not for this reader to see. */
const withChosen = (options: Options, value: string) =>
  /^\d+$/.test(value) && !options.some((option) => option.value === value)
    ? [...options, { value, label: `#${value}` }]
    : [...options];

/** Filters by one of a few values, or by none. */
export function ChoiceFilter<F extends string>({ controls, name, label, options }: Choice<F>) {
  const { t } = useTranslation('admin');
  const value = controls.address.filters[name];
  return (
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label: t('table.anyOf', { field: label }) }, ...withChosen(options, value)]}
      value={value}
      onChange={({ currentTarget }) => controls.filter(only(name, currentTarget.value))}
    />
  );
}

/** The same, where there are too many to look through: what is typed finds them by their labels. */
export function SearchedChoiceFilter<F extends string>({ controls, name, label, options }: Choice<F>) {
  const { t } = useTranslation('admin');
  const value = controls.address.filters[name];
  return (
    <Select
      aria-label={label}
      placeholder={t('table.anyOf', { field: label })}
      data={withChosen(options, value)}
      searchable
      clearable
      nothingFoundMessage={t('table.nothingFound')}
      value={value || null}
      onChange={(chosen) => controls.filter(only(name, chosen ?? ''))}
    />
  );
}

/** Filters by days of the shop, whose time zone is named beside it; kept in the URL as `from` and `to`. */
export function DaysFilter({ controls }: { controls: TableControls<'from' | 'to'> }) {
  const { t } = useTranslation('admin');
  const zone = useStored((s) => s.webConfig?.time_zone);
  return (
    <div className={classes.days}>
      {zone !== undefined && <span className={classes.zone}>{t('table.days', { zone })}</span>}
      <DayRangeField
        from={controls.address.filters.from}
        to={controls.address.filters.to}
        timeZone={zone}
        onChange={(from, to) => controls.filter({ from, to })}
      />
    </div>
  );
}

const only = <F extends string>(name: F, value: string) => ({ [name]: value }) as Partial<Record<F, string>>;
