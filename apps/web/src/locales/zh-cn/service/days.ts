/** The calendar of a period. */
export const days = {
  clear: '清除时间范围',
  today: '今天',
  week: '最近 7 天',
  month: '最近 30 天',
  previousMonth: '上个月',
  nextMonth: '下个月',
  previousYear: '上一年',
  nextYear: '下一年',
  previousDecade: '上一个十年',
  nextDecade: '下一个十年',
};
