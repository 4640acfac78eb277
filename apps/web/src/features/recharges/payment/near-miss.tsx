import type { Recharge } from '@portside/contract';
import { lazy, Suspense } from 'react';
import { withTexts } from '../../../locales/language.ts';

const Question = lazy(
  withTexts('named', async () => ({ default: (await import('./named-payment.tsx')).NearMiss })),
);

/** A payment that nearly answers this top-up, if there is one; for who is signed in and can claim it. */
export const NearMiss = ({ recharge: { near_miss: miss, type } }: { recharge: Recharge }) =>
  miss && (
    <Suspense>
      <Question miss={miss} type={type} />
    </Suspense>
  );
