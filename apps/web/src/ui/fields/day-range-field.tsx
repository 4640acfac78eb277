import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DayRange } from './day-range-calendar.tsx';

/** The calendar is heavier than most pages, and nobody waits for it. */
const DayRangeCalendar = lazy(() => import('./day-range-calendar.tsx'));

/** Chooses days, from one to another: the one way to ask for a time range. */
export const DayRangeField = (props: DayRange) => (
  <Suspense fallback={<Skeleton height={36} />}>
    <DayRangeCalendar {...props} />
  </Suspense>
);
