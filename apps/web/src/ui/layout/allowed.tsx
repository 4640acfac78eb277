import type { ReactNode } from 'react';
import type { GuardedCall } from '../../lib/api/required-actions.ts';
import { useMay } from '../../lib/api/use-may.ts';

/** Shows its children only where the reader's role allows this call. */
export function Allowed({ to, children }: { to: GuardedCall; children: ReactNode }) {
  const may = useMay();
  return may(to) && children;
}
