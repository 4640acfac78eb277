import { wordFinding, type Finding, type FindingTexts } from '@portside/contract';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../lib/format/format-time.ts';

/** Words what alarms, chains and wallets report in the reader's language. Only where the texts of the back office are loaded. */
export function useFindings(): (...findings: readonly Finding[]) => string {
  const { i18n } = useTranslation('admin');
  const { language } = i18n;
  const texts = i18n.getResource(language, 'admin', 'findings') as FindingTexts;
  const formatTime = (iso: string): string => formatDateTime(iso, language);
  return (...findings) =>
    findings
      .map((finding) => wordFinding(finding, { language, texts, formatTime }))
      .join(language === 'zh-cn' ? '' : ' ');
}
