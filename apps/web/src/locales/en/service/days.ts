/** The calendar of a period. */
export const days = {
  clear: 'Clear time range',
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};
