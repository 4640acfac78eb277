import type { AdminWarrantyClaim } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { useWarrantyAnswerHours } from '../../../lib/stored/warranty-answer-hours.ts';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { DateTime } from '../../../ui/data/date-time.tsx';
import { partsOf } from '../after-sales/warranty-claim-outcome.ts';
import { WarrantyClaimStateBadge } from './warranty-claim-state-badge.tsx';

const HOUR_MS = 3_600_000;

export function useWarrantyClaimColumns(): TableColumn<AdminWarrantyClaim>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const hours = useWarrantyAnswerHours();
  const partWords = (claim: AdminWarrantyClaim): string[] =>
    partsOf(claim).map(({ end, n }) => t(`warrantyClaims.part.${end}`, { n: n.toLocaleString(language) }));
  return [
    {
      key: 'state',
      title: t('warrantyClaims.field.state'),
      render: (claim) => <WarrantyClaimStateBadge claim={claim} />,
    },
    {
      key: 'order',
      title: t('warrantyClaims.field.order'),
      render: ({ order_no: number }) => <code>{number}</code>,
    },
    { key: 'goods', title: t('warrantyClaims.field.goods'), render: ({ goods }) => goods.name },
    { key: 'buyer', title: t('warrantyClaims.field.buyer'), render: ({ buyer }) => buyer.username },
    {
      key: 'accounts',
      title: t('warrantyClaims.field.accounts'),
      align: 'end',
      render: (claim) => (
        <span className="figures">
          {[claim.accounts.toLocaleString(language), ...partWords(claim)].join(' · ')}
        </span>
      ),
    },
    { key: 'reason', title: t('warrantyClaims.field.reason'), render: ({ reason }) => reason },
    {
      key: 'answer',
      title: t('warrantyClaims.field.answer'),
      isExtra: true,
      render: ({ answer }) => answer || '–',
    },
    {
      key: 'settledBy',
      title: t('warrantyClaims.field.settledBy'),
      isExtra: true,
      render: ({ settled_by: name }) => name ?? '–',
    },
    {
      key: 'created_at',
      title: t('warrantyClaims.field.created'),
      render: ({ created_at: at }) => <DateTime at={at} />,
    },
    {
      key: 'due',
      title: t('warrantyClaims.field.due'),
      render: ({ state, created_at: at }) =>
        state === 'open' ? <DateTime at={new Date(Date.parse(at) + hours * HOUR_MS).toISOString()} /> : '–',
    },
  ];
}
