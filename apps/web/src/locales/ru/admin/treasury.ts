export const treasury = {
  title: 'Казна',
  chains: 'Сети',
  covered: 'Покрыто',
  notCovered: 'В сети меньше, чем должны',
  outOfOrder: 'Книги расходятся',
  onChain: 'В сети',
  owed: 'Должны',
  to: {
    balances: 'Балансы пользователей',
    unmatched: 'Нераспознанные поступления',
    held: 'Задержанные поступления',
    commission: 'Комиссия агентов',
  },
  lookedAt: 'проверено {{time}}',
  state: {
    following: 'Отслеживается',
    stalled: 'Застой',
    halted: 'Остановлена',
  },
  blocks: 'вершина {{head}}, окончательный {{final}}, отставание {{lag}}',
};
