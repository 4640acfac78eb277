import type { KeptPaymentMethod } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';

const TONES = { on: 'good', off: 'bad', unsealed: 'bad', untrusted: 'bad', none: 'neutral' } satisfies Record<
  string,
  Tone
>;

/** Whether a network accepts top-ups now. */
export function MethodBadge({ method }: { method: KeptPaymentMethod | undefined }) {
  const { t } = useTranslation('admin');
  const state = stateOf(method);
  return <StatusBadge tone={TONES[state]}>{t(`paymentMethods.state.${state}`)}</StatusBadge>;
}

function stateOf(method: KeptPaymentMethod | undefined): keyof typeof TONES {
  if (!method) return 'none';
  if (!method.sealed) return 'unsealed';
  if (!method.trusted) return 'untrusted';
  return method.enabled ? 'on' : 'off';
}
