import type { AdminWarrantyClaim } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { useClaimAnswerHours } from '../../../lib/stored/claim-answer-hours.ts';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { DateTime } from '../../../ui/data/date-time.tsx';
import { partsOf } from '../after-sales/claim-outcome.ts';
import { ClaimStateBadge } from './claim-state-badge.tsx';

const HOUR_MS = 3_600_000;

export function useClaimColumns(): TableColumn<AdminWarrantyClaim>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const hours = useClaimAnswerHours();
  const partWords = (claim: AdminWarrantyClaim): string[] =>
    partsOf(claim).map(({ end, n }) => t(`claims.part.${end}`, { n: n.toLocaleString(language) }));
  return [
    {
      key: 'state',
      title: t('claims.field.state'),
      render: (claim) => <ClaimStateBadge claim={claim} />,
    },
    {
      key: 'order',
      title: t('claims.field.order'),
      render: ({ order_no: number }) => <code>{number}</code>,
    },
    { key: 'goods', title: t('claims.field.goods'), render: ({ goods }) => goods.name },
    { key: 'buyer', title: t('claims.field.buyer'), render: ({ buyer }) => buyer.username },
    {
      key: 'accounts',
      title: t('claims.field.accounts'),
      align: 'end',
      render: (claim) => (
        <span className="figures">
          {[claim.accounts.toLocaleString(language), ...partWords(claim)].join(' · ')}
        </span>
      ),
    },
    { key: 'reason', title: t('claims.field.reason'), render: ({ reason }) => reason },
    { key: 'answer', title: t('claims.field.answer'), isExtra: true, render: ({ answer }) => answer || '–' },
    {
      key: 'settledBy',
      title: t('claims.field.settledBy'),
      isExtra: true,
      render: ({ settled_by: name }) => name ?? '–',
    },
    {
      key: 'created_at',
      title: t('claims.field.created'),
      render: ({ created_at: at }) => <DateTime at={at} />,
    },
    {
      key: 'due',
      title: t('claims.field.due'),
      render: ({ state, created_at: at }) =>
        state === 'open' ? <DateTime at={new Date(Date.parse(at) + hours * HOUR_MS).toISOString()} /> : '–',
    },
  ];
}
