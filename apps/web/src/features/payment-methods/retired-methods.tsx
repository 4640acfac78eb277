import type { KeptPaymentMethod } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { formatDate } from '../../lib/format/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { DataList, type Column } from '../../ui/data/data-list.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

const WATCHED_MS = 90 * 24 * 3_600_000;

/** Retired addresses; payments to them are watched for 90 days, with a factory permanently. */
export function RetiredMethods({ methods }: { methods: readonly KeptPaymentMethod[] }) {
  const { t } = useTranslation('admin');
  const columns = useColumns();
  if (methods.length === 0) return null;
  return (
    <Panel title={t('paymentMethods.retired')}>
      <DataList
        label={t('paymentMethods.retired')}
        columns={columns}
        rows={methods}
        rowKey={({ id }) => id}
        empty={null}
      />
    </Panel>
  );
}

function useColumns(): Column<KeptPaymentMethod>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return [
    {
      key: 'network',
      title: t('paymentMethods.field.chain'),
      render: ({ network_name: name }) => name,
    },
    {
      key: 'wallet',
      title: t('paymentMethods.field.wallet'),
      onCard: 'wide',
      render: ({ wallet_address: address }) => <code>{address}</code>,
    },
    {
      key: 'retired',
      title: t('paymentMethods.field.retired'),
      render: ({ retired_at: at }) => at && formatDate(at, language),
    },
    {
      key: 'watched',
      title: t('paymentMethods.field.watched'),
      // What lies on the addresses of a factory can be swept to its wallet at any time.
      render: ({ retired_at: at, factory_address: factory }) =>
        factory !== null
          ? t('paymentMethods.watchedAlways')
          : at && formatDate(new Date(new Date(at).getTime() + WATCHED_MS).toISOString(), language),
    },
  ];
}
