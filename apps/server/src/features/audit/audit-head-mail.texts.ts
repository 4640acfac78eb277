import type { Language } from '@portside/contract';

type Facts = {
  readonly siteName: string;
  readonly entry: string;
  readonly hash: string;
  readonly at: string;
  readonly url: string;
};
type Texts = { readonly subject: string; readonly lines: readonly string[] };

const WORDS: Record<Language, (facts: Facts) => Texts> = {
  en: ({ siteName, entry, at, url }) => ({
    subject: `${siteName}: state of the audit log, entry ${entry}`,
    lines: [
      `The last entry of the audit log on ${at}:`,
      'Keep this e-mail. If anyone later changes or removes entries in the database, this hash will no longer match the log.',
      `Compare it on the page “Audit log” under “Verify log”: ${url}`,
    ],
  }),
  'zh-cn': ({ siteName, entry, at, url }) => ({
    subject: `${siteName}：审计日志状态，第 ${entry} 条`,
    lines: [
      `截至 ${at} 审计日志的最后一条：`,
      '请保留此邮件。如果日后有人在数据库中篡改或删除日志，这里的哈希值将与日志不符。',
      `请在“审计日志”页面的“验证日志”中比对：${url}`,
    ],
  }),
  pt: ({ siteName, entry, at, url }) => ({
    subject: `${siteName}: estado do registro de auditoria, entrada ${entry}`,
    lines: [
      `Última entrada do registro de auditoria em ${at}:`,
      'Guarde este e-mail. Se alguém alterar ou apagar entradas no banco de dados, este hash deixará de corresponder ao registro.',
      `Compare-o na página do registro de auditoria, em “Verificar registro”: ${url}`,
    ],
  }),
  ru: ({ siteName, entry, at, url }) => ({
    subject: `${siteName}: состояние журнала действий, запись ${entry}`,
    lines: [
      `Последняя запись журнала действий на ${at}:`,
      'Сохраните это письмо. Если кто-то изменит или удалит записи в базе данных, этот хеш перестанет совпадать с журналом.',
      `Сравнить его можно на странице журнала действий, кнопка «Проверить журнал»: ${url}`,
    ],
  }),
};

/** The head as it is pasted back for comparison: number and hash of an entry. */
const formatHead = (entry: string, hash: string): string => `${entry} ${hash}`;

export function auditHeadTexts(language: Language, facts: Facts): Texts {
  const { subject, lines } = WORDS[language](facts);
  const [first = '', ...rest] = lines;
  return { subject, lines: [first, formatHead(facts.entry, facts.hash), ...rest] };
}
