/** The calendar of a period. */
export const days = {
  clear: 'Сбросить период',
  today: 'Сегодня',
  week: 'Последние 7 дней',
  month: 'Последние 30 дней',
  previousMonth: 'Предыдущий месяц',
  nextMonth: 'Следующий месяц',
  previousYear: 'Предыдущий год',
  nextYear: 'Следующий год',
  previousDecade: 'Предыдущее десятилетие',
  nextDecade: 'Следующее десятилетие',
};
