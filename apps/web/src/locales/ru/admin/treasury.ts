export const treasury = {
  title: 'Средства магазина',
  chains: 'Сети',
  covered: 'Средств достаточно',
  notCovered: 'Средств не хватает',
  outOfOrder: 'Расхождение в учёте',
  onChain: 'На кошельках',
  owed: 'Обязательства',
  to: {
    balances: 'Балансы пользователей',
    unmatched: 'Неопознанные платежи',
    held: 'Платежи на проверке',
    commission: 'Вознаграждение агентов',
  },
  lookedAt: 'проверено {{time}}',
  state: {
    following: 'Работает',
    stalled: 'Отстаёт',
    disagreeing: 'Расхождение узлов',
    halted: 'Остановлена',
  },
  blocks: 'последний блок {{head}}, подтверждённый {{final}}, отставание {{lag}}',
};
