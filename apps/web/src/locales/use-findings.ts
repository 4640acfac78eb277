import { wordFinding, type Finding, type FindingTexts } from '@portside/contract';
import { translator, useTranslation } from './use-translation.ts';
import { formatDateTime } from '../lib/format/format-time.ts';

/**
 * Words what alarms, chains and wallets report in the reader's language. Only where the texts of the back office are
 * loaded.
 */
export function useFindings(): (...findings: readonly Finding[]) => string {
  const { language } = useTranslation('admin');
  const texts = translator.read('admin', 'findings') as FindingTexts;
  const formatTime = (iso: string): string => formatDateTime(iso, language);
  return (...findings) =>
    findings
      .map((finding) => wordFinding(finding, { language, texts, formatTime }))
      .join(language === 'zh-cn' ? '' : ' ');
}
