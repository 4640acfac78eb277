import { useTranslation } from '../../../locales/use-translation.ts';
import { ChoiceFilter, DaysFilter, TextFilter } from '../../../ui/table/filter-fields.tsx';
import type { TableControls } from '../../../ui/table/use-table-address.ts';
import { FILTERED_RECHARGE_STATES, RECHARGE_STATUSES, type FILTERS } from './filter-values.ts';
import { listNetworks, networkName } from '../../../lib/networks.ts';

type Controls = TableControls<(typeof FILTERS)[number]>;

/** All filters of the top-up list; they combine with AND. */
export function RechargesFilter({ controls }: { controls: Controls }) {
  const { t } = useTranslation('admin');
  const text = (name: 'order_id' | 'buyer' | 'tx_hash' | 'address') => (
    <TextFilter controls={controls} name={name} label={t(`recharges.field.${name}`)} />
  );
  return (
    <>
      {text('order_id')}
      {text('buyer')}
      <ChoiceFilter
        controls={controls}
        name="status"
        label={t('recharges.field.status')}
        options={RECHARGE_STATUSES.map((value) => ({ value, label: t(`recharges.status.${value}`) }))}
      />
      <ChoiceFilter
        controls={controls}
        name="state"
        label={t('recharges.field.state')}
        options={FILTERED_RECHARGE_STATES.map((value) => ({ value, label: t(`recharges.state.${value}`) }))}
      />
      <ChoiceFilter
        controls={controls}
        name="type"
        label={t('recharges.field.type')}
        options={listNetworks().map((value) => ({ value, label: networkName(value) }))}
      />
      {text('tx_hash')}
      {text('address')}
      <DaysFilter controls={controls} />
    </>
  );
}
