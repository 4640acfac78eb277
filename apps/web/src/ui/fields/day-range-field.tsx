import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DayRange } from './day-range-calendar.tsx';

/** The calendar is larger than most pages, so it loads lazily. */
const DayRangeCalendar = lazy(() => import('./day-range-calendar.tsx'));

/** Chooses a range of days. */
export const DayRangeField = (props: DayRange) => (
  <Suspense fallback={<Skeleton height={36} />}>
    <DayRangeCalendar {...props} />
  </Suspense>
);
