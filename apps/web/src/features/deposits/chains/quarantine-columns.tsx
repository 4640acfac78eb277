import type { QuarantinedLog } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { networkName } from '../../../lib/networks.ts';
import { useFindings } from '../../../locales/use-findings.ts';
import { StatusBadge, type Tone } from '../../../ui/data/status-badge.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { DateTime } from '../../../ui/data/date-time.tsx';

type State = QuarantinedLog['state'];

const TONES = { open: 'bad', reviewed: 'neutral', harmless: 'neutral' } satisfies Record<State, Tone>;

/** In order of urgency. */
export const QUARANTINE_STATES = Object.keys(TONES) as State[];

export function QuarantineBadge({ state }: { state: State }) {
  const { t } = useTranslation('admin');
  return <StatusBadge tone={TONES[state]}>{t(`chains.aside.state.${state}`)}</StatusBadge>;
}

export function useQuarantineColumns(): TableColumn<QuarantinedLog>[] {
  const { t } = useTranslation('admin');
  const wordFindings = useFindings();
  return [
    { key: 'reason', title: t('chains.aside.field.reason'), render: ({ reason }) => wordFindings(reason) },
    {
      key: 'state',
      title: t('chains.aside.field.state'),
      render: ({ state }) => <QuarantineBadge state={state} />,
    },
    { key: 'type', title: t('chains.aside.field.type'), render: ({ type }) => networkName(type) },
    {
      key: 'tx_hash',
      title: t('chains.aside.field.tx_hash'),
      render: ({ tx_hash: hash }) => (
        <code title={hash}>
          {hash.slice(0, 10)}…{hash.slice(-6)}
        </code>
      ),
    },
    {
      key: 'place',
      title: t('chains.aside.field.place'),
      render: ({ block_number: block, ordinal }) => (
        <span className="figures">
          {block} · {ordinal}
        </span>
      ),
    },
    {
      key: 'recorded_at',
      title: t('chains.aside.field.time'),
      render: ({ recorded_at: at }) => <DateTime at={at} />,
    },
  ];
}
