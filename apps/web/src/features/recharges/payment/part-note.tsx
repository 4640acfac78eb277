import type { Recharge } from '@portside/contract';
import { useTranslation } from 'react-i18next';
import { formatUsdt } from '../../../lib/format/format-money.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { Callout } from '../../../ui/messages/callout.tsx';

/** What came and what is missing of a top-up that was paid in part; nothing for any other. */
export function PartNote({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { credited_amount: came, missing_amount: missing } = recharge;
  if (came === null || missing === null) return null;
  const amounts = { came: formatUsdt(came, language), missing: formatUsdt(missing, language) };
  return <Callout tone="warn">{t('recharges.result.part', amounts)}</Callout>;
}
