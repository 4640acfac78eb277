import { wordFinding, type FindingTexts, type Language, type Finding } from '@portside/contract';
import { findings as en } from '@portside/contract/findings/en';
import { findings as pt } from '@portside/contract/findings/pt';
import { findings as ru } from '@portside/contract/findings/ru';
import { findings as zhCn } from '@portside/contract/findings/zh-cn';

const TEXTS: Record<Language, FindingTexts> = { en, 'zh-cn': zhCn, pt, ru };

/** In UTC: a mail or a file does not know where it is read. */
const formatTime = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Findings as sentences in a language, for e-mails, chats, files and, in English, the log, which hides whatever is called
 * a code. Empty if there are none.
 */
export const describeFindings = (language: Language, findings: readonly Finding[]): string =>
  findings
    .map((finding) => wordFinding(finding, { language, texts: TEXTS[language], formatTime }))
    .join(language === 'zh-cn' ? '' : ' ');
