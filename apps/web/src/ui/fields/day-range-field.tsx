import { Input } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { withTexts } from '../../locales/language.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import type { DayRange } from './day-range-calendar.tsx';

const load = withTexts('service', () => import('./day-range-calendar.tsx'));

/**
 * The calendar is larger than most pages, so it loads when someone is about to open it or there is a range to show.
 */
const DayRangeCalendar = lazy(load);

/** Chooses a range of days. */
export function DayRangeField(props: DayRange) {
  const [isOpened, open] = useState(false);
  const [isNeeded, need] = useState(false);
  const closed = <Closed onOpen={() => open(true)} />;
  // Once loaded it stays: clearing the range must not take the calendar, and its focus, away.
  if (!isNeeded && (isOpened || props.from !== '' || props.to !== '')) need(true);
  if (!isNeeded) return closed;
  return (
    <Suspense fallback={closed}>
      <DayRangeCalendar {...props} isOpen={isOpened} />
    </Suspense>
  );
}

/** Looks like the calendar's own field without a range. */
function Closed({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  const name = t('shell.days');
  const prepare = () => void load();
  return (
    <Input
      component="button"
      type="button"
      pointer
      aria-label={name}
      leftSection={<IconCalendar size={17} stroke={1.8} />}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={onOpen}
    >
      <Input.Placeholder>{name}</Input.Placeholder>
    </Input>
  );
}
