import { NativeSelect } from '@mantine/core';
import { useTranslation } from '../../../locales/use-translation.ts';

type Props = { columns: readonly string[]; chosen: string; onChoose: (column: string) => void };

/** Which column holds two-factor secrets, where no name says so. The codes are computed here; the secrets go nowhere. */
export default function CodeColumn({ columns, chosen, onChoose }: Props) {
  const { t } = useTranslation('service');
  return (
    <NativeSelect
      size="sm"
      maw="22rem"
      label={t('delivery.codeColumn')}
      description={t('delivery.codeHint')}
      value={chosen}
      data={[{ value: '', label: t('delivery.noCodes') }, ...columns]}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}
