import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { formatUsdt } from '../../../lib/format/numbers.ts';
import { Callout } from '../../../ui/messages/callout.tsx';

type Props = { came: string; missing: string };

/** What came and what is missing of a top-up that was paid in part, in USDT. */
export default function PartNote({ came, missing }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const amounts = { came: formatUsdt(came, language), missing: formatUsdt(missing, language) };
  return <Callout tone="warn">{t('recharges.result.part', amounts)}</Callout>;
}
