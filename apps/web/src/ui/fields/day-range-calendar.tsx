import '@mantine/dates/styles.layer.css';
import { DatePickerInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import dayjs from 'dayjs';
import 'dayjs/locale/pt';
import 'dayjs/locale/ru';
import 'dayjs/locale/zh-cn';
import { useEffect, useRef, useState } from 'react';
import { todayIn } from '../../lib/format/days.ts';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import classes from './day-range-calendar.module.css';

export type DayRange = {
  /** Days as YYYY-MM-DD; an empty string leaves that end open. */
  from: string;
  to: string;
  /** Whose days they are; the reader's own if absent. */
  timeZone?: string | undefined;
  onChange: (from: string, to: string) => void;
};

type Range = [string | null, string | null];

/** Chooses a range of whole days, opened at once where `isOpen`. The range changes once both ends are chosen. */
export default function DayRangeCalendar({
  from,
  to,
  timeZone,
  onChange,
  isOpen,
}: DayRange & { isOpen: boolean }) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const language = useLanguage();
  const [half, setHalf] = useState<string | null>(null);

  const field = useRef<HTMLButtonElement>(null);
  // Only once: the reader has already clicked the field that this one replaces.
  const opensAtOnce = useRef(isOpen);
  useEffect(() => {
    if (!opensAtOnce.current) return;
    opensAtOnce.current = false;
    field.current?.focus();
    field.current?.click();
  }, []);

  function choose([first, last]: Range) {
    setHalf(first !== null && last === null ? first : null);
    if (first === null || last !== null) onChange(first ?? '', last ?? '');
  }

  const today = todayIn(timeZone);
  const since = (days: number): [string, string] => [
    dayjs(today).subtract(days, 'day').format('YYYY-MM-DD'),
    today,
  ];
  const value: Range = half === null ? [from || null, to || null] : [half, null];
  const shown = words(value, language);
  const name = shop('shell.days');
  return (
    <DatePickerInput
      ref={field}
      type="range"
      allowSingleDateInRange
      clearable
      clearButtonProps={{ 'aria-label': t('days.clear') }}
      // What is shown must be part of the name.
      aria-label={shown === '' ? name : `${name}: ${shown}`}
      placeholder={name}
      leftSection={<IconCalendar size={17} stroke={1.8} />}
      popoverProps={{ withRoles: false, withinPortal: false }}
      classNames={{ datePickerRoot: classes.picker, presetsList: classes.presets }}
      hideOutsideDates
      ariaLabels={{
        previousMonth: t('days.previousMonth'),
        nextMonth: t('days.nextMonth'),
        previousYear: t('days.previousYear'),
        nextYear: t('days.nextYear'),
        previousDecade: t('days.previousDecade'),
        nextDecade: t('days.nextDecade'),
      }}
      locale={language}
      weekendDays={[]}
      valueFormatter={({ date }) => words(date, language)}
      maxDate={today}
      presets={[
        { label: t('days.today'), value: since(0) },
        { label: t('days.week'), value: since(6) },
        { label: t('days.month'), value: since(29) },
      ]}
      value={value}
      onChange={choose}
    />
  );
}

/** "Nov 1, 2026 – Nov 21, 2026"; empty while nothing is chosen, so that the placeholder shows. */
function words(range: unknown, language: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const [first, last] = range as Range;
  const word = (day: string | null) => (day ? format.format(new Date(day)) : '');
  return first === null && last === null ? '' : `${word(first)} – ${word(last)}`;
}
