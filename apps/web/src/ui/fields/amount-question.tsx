import { Group, Radio } from '@mantine/core';
import type { AmountQuestion as Question, DecimalSign } from '@portside/contract';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { useTranslation } from '../../locales/use-translation.ts';

type Props = {
  question: NonNullable<Question>;
  answer: DecimalSign | undefined;
  onAnswer: (sign: DecimalSign) => void;
};

/** Asks once what amounts of a file such as "1.250" are; the file waits for the answer. */
export function AmountQuestion({ question, answer, onAnswer }: Props) {
  const { t, language } = useTranslation('admin');
  const { value, line, point, comma, lines } = question;
  return (
    <Radio.Group
      label={t('amountQuestion.title', { value })}
      description={t('amountQuestion.hint', { count: lines, line })}
      value={answer ?? ''}
      onChange={(sign) => onAnswer(sign === ',' ? ',' : '.')}
    >
      <Group mt="xs" gap="lg">
        <Radio value="." label={`${formatUsdt(point, language)} USDT`} />
        <Radio value="," label={`${formatUsdt(comma, language)} USDT`} />
      </Group>
    </Radio.Group>
  );
}
