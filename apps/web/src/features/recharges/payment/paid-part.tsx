import type { Recharge } from '@portside/contract';
import { lazy, Suspense } from 'react';

/** Hardly ever needed, so it loads lazily. */
const PartNote = lazy(() => import('./part-note.tsx'));

/** What came and what is missing of a top-up that was paid in part; nothing for any other. */
export function PaidPart({
  recharge: { credited_amount: came, missing_amount: missing },
}: {
  recharge: Recharge;
}) {
  if (came === null || missing === null) return null;
  return (
    <Suspense>
      <PartNote came={came} missing={missing} />
    </Suspense>
  );
}
